package io.evenkeel.cli.doctor;

import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Removes what was written, parity included. */
final class CleanUpCheck implements Check {
  static final String NAME = "clean-up";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(NameNodeCheck.NAME, SettingsCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws IOException, InterruptedException {
    if (!scene.hasProbe()) {
      return Finding.notAsked(NAME, "nothing was written");
    }
    ProbeFile probe = scene.probe();
    String parity = withdrawn(scene);
    try {
      probe.remove();
    } catch (IOException e) {
      return Finding.failed(
          NAME, Scene.shown(probe.path()) + " is left: " + Trouble.text(e), "delete it");
    }
    return Finding.ok(NAME, "what was written is gone" + parity);
  }

  @Override
  public Finding late(Duration limit) {
    return Finding.failed(
        NAME,
        "it did not end within " + Trouble.text(limit),
        "the probe's file, or its folder, may be left: delete it");
  }

  /** Without the manager's help it goes by itself, when its time to live is over. */
  private static String withdrawn(Scene scene) throws InterruptedException {
    if (!scene.settings().hasParity()
        || scene.managerStatus().isEmpty()
        || !scene.probe().isWritten()) {
      return "";
    }
    try (HttpManagerClient manager = scene.manager()) {
      return new ProbeParity(scene, manager).withdraw() > 0 ? ", its parity, too" : "";
    } catch (IOException e) {
      return "; what was cached of it goes when its time to live is over (" + Trouble.text(e) + ")";
    }
  }
}
