package io.evenkeel.sim;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.scenario.Scenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * One seed gives the same events in another process and on another machine, too: whatever differs
 * between two of them, such as the order of {@link java.util.Set#of} or of identity hashes, or how
 * many cores there are, decides nothing.
 */
class SeedInProcessesTest {
  private static final List<String> SCENARIOS =
      List.of(
          LoadTest.BUSY + "reads = 600\nscheme = pocache\ndirection = off",
          LoadTest.BUSY + "reads = 600",
          LoadTest.BUSY + "reads = 600\nmanager = yes",
          HotNodeSetting.TEXT + "reads = 1000\nmanager = yes",
          "layout = replicated\nscheme = pocache\ncache.nodes = 3\ncode = rs-4-2\nstraggler.nodes = 2");

  /** Prints the hash of each run. */
  public static void main(String[] args) {
    for (String text : SCENARIOS) {
      System.out.println(new Simulation(Scenario.parse(text), 1).run(System::nanoTime).hash());
    }
  }

  @Test
  void sameSeed_givesTheSameEvents_inAnotherProcess() throws Exception {
    List<String> hashes = hashes(2);
    assertThat(hashes).hasSameSizeAs(SCENARIOS).doesNotHaveDuplicates();
    assertThat(hashes(16)).isEqualTo(hashes);
  }

  private static List<String> hashes(int cores) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:ActiveProcessorCount=" + cores,
                "-cp",
                System.getProperty("java.class.path"),
                SeedInProcessesTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var out = process.inputReader(StandardCharsets.UTF_8)) {
      return out.lines().toList();
    } finally {
      process.destroyForcibly().waitFor();
    }
  }
}
