package io.evenkeel.cli.doctor;

import io.evenkeel.core.log.ByteText;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.security.AccessControlException;

/** Whether a file can be written by Evenkeel. */
final class WriteCheck implements Check {
  static final String NAME = "write";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(NameNodeCheck.NAME, SettingsCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws IOException {
    ProbeSettings settings = scene.probeSettings();
    if (!settings.wanted()) {
      return Finding.leftOut(NAME, "--no-probe");
    }
    if (scene.isInSafeMode()) {
      // A client of two NameNodes would ask again and again for minutes.
      return Finding.failed(
          NAME,
          "not tried: the NameNode is in safe mode",
          "wait until it leaves it: hdfs dfsadmin -safemode wait");
    }
    try (ProductLines lines = new ProductLines()) {
      EvenkeelFileSystem fs = scene.newFileSystem(EvenkeelFileSystem.class);
      ProbeFile probe = probe(fs, settings);
      scene.begin(probe);
      long start = System.nanoTime();
      try {
        // Where it is off, nobody looks at the other keys, and they may have any value.
        probe.write(scene.isOff() ? 1 : scene.settings().subblockBytes());
      } catch (AccessControlException e) {
        return Finding.failed(
            NAME, Trouble.text(e), "name a folder that may be written to: --probe-folder FOLDER");
      }
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      String found = found(probe, millis);
      if (scene.isOff()) {
        return Finding.ok(NAME, found + "; the stock way, for Evenkeel is off");
      }
      return fs.isCovering()
          ? Finding.ok(NAME, found)
          : Finding.failed(NAME, found + "; Evenkeel could not take part", lines.text());
    }
  }

  private static ProbeFile probe(EvenkeelFileSystem fs, ProbeSettings settings) throws IOException {
    try {
      return new ProbeFile(fs, settings);
    } catch (RuntimeException e) {
      fs.close();
      throw e;
    }
  }

  private static String found(ProbeFile probe, long millis) {
    return "%s in %d ms to %s, %s"
        .formatted(
            ByteText.of(probe.bytes().lengthBytes()),
            millis,
            Scene.shown(probe.path()),
            probe
                .policy()
                .map(policy -> "erasure-coded by " + policy.getName())
                .orElseGet(
                    () -> probe.blocks() + " block(s) of " + ByteText.of(probe.blockBytes())));
  }

  @Override
  public Finding late(Duration limit) {
    return Finding.failed(
        NAME,
        "it did not end within " + Trouble.text(limit),
        "a DataNode that it is written to hangs (see DataNodes above), or --timeout is short for"
            + " --probe-bytes; Evenkeel takes reads past slow nodes, not writes");
  }
}
