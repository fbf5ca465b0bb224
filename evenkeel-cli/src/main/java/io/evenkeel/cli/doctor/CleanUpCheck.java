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
  public Finding run(Scene scene) throws InterruptedException {
    if (!scene.hasProbe()) {
      return Finding.leftOut(NAME, "nothing was written");
    }
    ProbeFile probe = scene.probe();
    String parity = "";
    Finding removed;
    try {
      parity = withdrawn(scene);
    } finally {
      removed = removed(probe);
    }
    return removed.state() == State.OK ? Finding.ok(NAME, removed.found() + parity) : removed;
  }

  private static Finding removed(ProbeFile probe) {
    try {
      return Finding.ok(
          NAME,
          "what was written is gone"
              + probe.remove().map(stays -> ", but for the folder " + stays).orElse(""));
    } catch (IOException e) {
      return Finding.failed(
          NAME,
          "the file " + Scene.shown(probe.path()) + " may be left: " + Trouble.text(e),
          "delete it");
    }
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
    if (scene.managerStatus().isEmpty() || !scene.settings().hasParity()) {
      return "";
    }
    if (scene.probe().isCut()) {
      return "; parity cached so far goes when its time to live is over";
    }
    if (!scene.probe().isWritten()) {
      return "";
    }
    try (HttpManagerClient manager = scene.manager()) {
      return new ProbeParity(scene, manager).withdraw() > 0 ? ", its parity, too" : "";
    } catch (IOException | RuntimeException e) {
      return "; what was cached of it goes when its time to live is over (" + Trouble.text(e) + ")";
    }
  }
}
