package io.evenkeel.cli.doctor;

import io.evenkeel.hadoop.stock.StockMembers;
import java.util.List;
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
    String versions =
        "%s, Hadoop client %s, Java %s: of this command, programs have their own"
            .formatted(evenkeel, VersionInfo.getVersion(), Runtime.version());
    List<String> missing = StockMembers.missing();
    return missing.isEmpty()
        ? Finding.ok(NAME, versions)
        : Finding.warning(
            NAME,
            versions + "\nlacks " + String.join("\nlacks ", missing),
            "run it with a Hadoop client that README names, or with a newer Evenkeel");
  }
}
