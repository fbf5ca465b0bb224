package io.evenkeel.cli.doctor;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.fill.BlockCut;
import io.evenkeel.core.fill.Cut;
import io.evenkeel.core.fill.WritePolicy;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.hadoop.write.StripedCut;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

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
      return Finding.leftOut(NAME, none.get());
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
      ManagerStatus now = scene.await(manager::status);
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
  static Optional<String> whyNone(ProbeFile probe, ClientSettings settings) throws IOException {
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
    if (probe.isEncrypted()) {
      return Optional.of("files of encryption zones get none: it would hold their bytes in clear");
    }
    return whyNone(probe.policy(), probe.blockBytes(), probe.bytes().lengthBytes(), settings);
  }

  /** The same of a file that may have some, by how it is cut and how long it is. */
  static Optional<String> whyNone(
      Optional<ErasureCodingPolicy> policy,
      long blockBytes,
      long lengthBytes,
      ClientSettings settings) {
    Optional<Cut> cut =
        policy.isPresent()
            ? StripedCut.of(policy.get(), blockBytes)
            : Optional.of(new BlockCut(settings.code(), settings.subblockBytes(), blockBytes));
    if (cut.isEmpty()) {
      return Optional.of(
          "HDFS stores that of "
              + policy.get().getName()
              + "; it is cached, too, of policies with one parity block, a codec that Evenkeel"
              + " knows and cells of a length that it reads at once");
    }
    if (blockBytes % cut.get().subblockBytes() != 0) {
      return Optional.of(
          "its blocks of %d, for the NameNode takes none as short as usual here, are no multiple of %s"
              .formatted(blockBytes, EvenkeelKeys.SUBBLOCK_BYTES.name()));
    }
    long inStripe = Math.min(lengthBytes, cut.get().stripeBytes());
    return settings.writePolicy().wants(cut.get(), lengthBytes, inStripe)
        ? Optional.empty()
        : Optional.of(tooShort(cut.get(), settings));
  }

  private static String tooShort(Cut cut, ClientSettings settings) {
    WritePolicy wanted = settings.writePolicy();
    boolean oneBlock = wanted.oneBlock() || cut.code().dataCount() == 1;
    long enough = Math.min(wanted.minBytes(), cut.stripeBytes());
    return "files as short get none (%s, %s); --probe-bytes of %d is long enough"
        .formatted(
            EvenkeelKeys.WRITE_MIN_BYTES.name(),
            EvenkeelKeys.WRITE_ONE_BLOCK.name(),
            oneBlock ? enough : Math.max(enough, cut.firstBlockBytes() + 1));
  }
}
