package io.evenkeel.client.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.nodes.LedgerBook.Totals;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.testing.log.LogLines;
import org.junit.jupiter.api.Test;

class ProcessLinesTest {
  private final ProcessLines lines = new ProcessLines();

  @Test
  void thatItIsOn_isSaidOnce() {
    try (LogLines log = new LogLines(ProcessLines.class)) {
      lines.isOn(() -> "with this");
      lines.isOn(
          () -> {
            throw new AssertionError("nobody asks");
          });
      assertThat(log.all()).containsExactly("Evenkeel is on: with this");
    }
  }

  @Test
  void whatItDid_isSaidWhenThereIsNews_andOnlyIfAnythingWasDone() {
    try (LogLines log = new LogLines(ProcessLines.class)) {
      lines.did(new Totals(Ledger.NONE, Ledger.NONE, 0));
      assertThat(log.all()).isEmpty();
      Totals some = new Totals(new Ledger(2, 3 << 20, 1 << 20), new Ledger(1, 1 << 19, 0), 1 << 18);
      lines.did(some);
      lines.did(some);
      assertThat(log.all())
          .containsExactly(
              "Evenkeel read around nodes: 3.0 MiB (2 x) instead of slow, dead or busy ones, 1.0 MiB of"
                  + " it used; 512 KiB (1 x) beside late ones, 0 bytes of it used; 256 KiB decoded");
    }
  }

  @Test
  void whatWasNotDone_isNotSpokenOf() {
    try (LogLines log = new LogLines(ProcessLines.class)) {
      lines.did(new Totals(new Ledger(1, 1 << 20, 1 << 20), Ledger.NONE, 0));
      assertThat(log.all())
          .containsExactly(
              "Evenkeel read around nodes: 1.0 MiB (1 x) instead of slow, dead or busy ones, 1.0 MiB of"
                  + " it used");
    }
  }
}
