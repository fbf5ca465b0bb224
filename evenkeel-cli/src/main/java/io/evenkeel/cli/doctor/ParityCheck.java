package io.evenkeel.cli.doctor;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Whether the parity of what was written is cached. */
final class ParityCheck implements Check {
  static final String NAME = "parity";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(WriteCheck.NAME, ManagerCheck.NAME, CacheNodesCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws IOException, InterruptedException {
    ProbeFile probe = scene.probe();
    Optional<String> none =
        scene.isOff() ? Optional.of("Evenkeel is off") : whyNone(probe, scene.settings());
    if (none.isPresent()) {
      return Finding.notAsked(NAME, none.get());
    }
    try (ProductLines lines = new ProductLines();
        HttpManagerClient manager = scene.manager()) {
      long start = System.nanoTime();
      boolean ended = probe.fileSystem().awaitPublished(scene.answerLimit());
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      if (!ended) {
        return Finding.failed(
            NAME,
            "it was not published within " + Trouble.text(scene.answerLimit()),
            "see the manager and the cache nodes; --timeout gives it longer");
      }
      long stripes = probe.stripesPublished();
      if (stripes > 0) {
        return Finding.ok(
            NAME,
            "published %d ms after the file was closed: %d stripe(s)%s"
                .formatted(millis, stripes, new ProbeParity(scene, manager).places()));
      }
      ManagerStatus now = Scene.await(manager::status);
      return unpublished(scene.managerStatus(), now, lines.text());
    }
  }

  /** A full cache is no fault: what is written into it is cached when it is read. */
  private static Finding unpublished(
      Optional<ManagerStatus> before, ManagerStatus now, String lines) {
    boolean refused =
        before.isPresent() && now.refusedReservations() > before.get().refusedReservations();
    return refused
        ? Finding.warning(
            NAME,
            "none, for the manager had no room",
            "a write evicts nothing: into a full cache, files come when they are read; more room is"
                + " the manager's --capacity-bytes")
        : Finding.failed(NAME, "none was published", lines);
  }

  /** By the product's rules; empty where there is to be parity. */
  private static Optional<String> whyNone(ProbeFile probe, ClientSettings settings) {
    String path = Scene.shown(probe.path());
    if (!settings.writePolicy().covers(path)) {
      return Optional.of(
          "none is wanted of "
              + path
              + ", by "
              + EvenkeelKeys.WRITE_INCLUDE.name()
              + " and "
              + EvenkeelKeys.WRITE_EXCLUDE.name());
    }
    if (probe.policy().isPresent()) {
      return probe.policy().get().getNumParityUnits() == 1
          ? Optional.empty()
          : Optional.of(
              "HDFS stores that of "
                  + probe.policy().get().getName()
                  + "; that of policies with one parity block alone is cached, too");
    }
    boolean alone = probe.blocks() == 1 && settings.code().dataCount() > 1;
    return alone && !settings.writePolicy().oneBlock()
        ? Optional.of(
            "files of one block get none (%s); --probe-bytes of more than %d have several"
                .formatted(EvenkeelKeys.WRITE_ONE_BLOCK.name(), probe.blockBytes()))
        : Optional.empty();
  }
}
