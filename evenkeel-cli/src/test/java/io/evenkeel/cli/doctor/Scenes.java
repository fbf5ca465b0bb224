package io.evenkeel.cli.doctor;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Scenes in which nothing is written. */
final class Scenes {
  static final Duration SOON = Duration.ofMillis(400);

  private Scenes() {}

  static Scene of(Configuration conf) {
    return of(conf, Map.of());
  }

  static Scene of(Configuration conf, Map<String, String> environment) {
    ProbeSettings none = new ProbeSettings(false, ProbeSettings.newFolder(), 1);
    return new Scene(conf, Optional.empty(), SOON, environment, none);
  }
}
