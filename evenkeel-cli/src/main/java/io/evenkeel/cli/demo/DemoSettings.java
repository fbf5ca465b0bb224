package io.evenkeel.cli.demo;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a demo does.
 *
 * @param file the file to write and read; empty for seeded pseudo-random bytes
 * @param runs rounds, healthy and again with a straggler
 * @param slowFactor how many times slower the straggler is
 * @param json where to write the result as JSON
 */
public record DemoSettings(Optional<Path> file, int runs, double slowFactor, Optional<Path> json) {
  public DemoSettings {
    if (runs < 1 || runs > 1000) {
      throw new IllegalArgumentException("--runs takes 1 to 1000, got " + runs);
    }
    if (!(slowFactor >= 1) || slowFactor > 1000) {
      throw new IllegalArgumentException("--slow-factor takes 1 to 1000, got " + slowFactor);
    }
  }
}
