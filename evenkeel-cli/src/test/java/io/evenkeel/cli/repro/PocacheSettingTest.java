package io.evenkeel.cli.repro;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PocacheSettingTest {
  /** Else the paper's figures would not stand beside those of a command without options. */
  @Test
  void optionsDefaults_areThePapers() {
    PocacheCommand command = new PocacheCommand();
    new CommandLine(command).parseArgs("--experiment", "13");
    assertThat(command.setting()).isEqualTo(PocacheSetting.PAPER);
  }
}
