package io.evenkeel.cli.doctor;

import org.apache.hadoop.util.VersionInfo;

/** What this command runs on. */
final class VersionsCheck implements Check {
  static final String NAME = "versions";

  private final String evenkeel;

  /**
   * @param evenkeel the product's name and version
   */
  VersionsCheck(String evenkeel) {
    this.evenkeel = evenkeel;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) {
    return Finding.ok(
        NAME,
        "%s, Hadoop client %s, Java %s: of this command, programs have their own"
            .formatted(evenkeel, VersionInfo.getVersion(), Runtime.version()));
  }
}
