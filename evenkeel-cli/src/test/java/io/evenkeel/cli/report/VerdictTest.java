package io.evenkeel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.report.Verdict.Word;
import org.junit.jupiter.api.Test;

class VerdictTest {
  private static final String WHY = "why";

  @Test
  void gains_areReproducedWithinWhatIsNear() {
    assertThat(Verdict.ofGain(.75, .80, .10, WHY)).isEqualTo(new Verdict(Word.REPRODUCED, ""));
    assertThat(Verdict.ofGain(.95, .80, .10, WHY)).isEqualTo(new Verdict(Word.BETTER, WHY));
    assertThat(Verdict.ofGain(.65, .80, .10, WHY)).isEqualTo(new Verdict(Word.WORSE, WHY));
  }

  @Test
  void intervals_areReproducedWhereTheyHoldTheStatedFigure() {
    assertThat(Verdict.ofInterval(2, 4, 2, WHY)).isEqualTo(new Verdict(Word.REPRODUCED, ""));
    assertThat(Verdict.ofInterval(2, 4, 5, WHY)).isEqualTo(new Verdict(Word.LOWER, WHY));
    assertThat(Verdict.ofInterval(2, 4, 1, WHY)).isEqualTo(new Verdict(Word.HIGHER, WHY));
  }

  @Test
  void claimsAndLimits_haveAReasonOnlyWhereTheyFail() {
    assertThat(Verdict.ofClaim(true, WHY)).isEqualTo(new Verdict(Word.REPRODUCED, ""));
    assertThat(Verdict.ofClaim(false, WHY)).isEqualTo(new Verdict(Word.DIFFERENT, WHY));
    assertThat(Verdict.ofLimit(true, WHY)).isEqualTo(new Verdict(Word.HELD, ""));
    assertThat(Verdict.ofLimit(false, WHY)).isEqualTo(new Verdict(Word.NOT_HELD, WHY));
  }
}
