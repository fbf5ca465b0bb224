package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.StoredFile;
import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.stream.Probes;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.BlockLaneSource;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Scheme;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.hdfs.BlockMissingException;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/** The files behind stock streams. */
final class OpenFiles {
  private OpenFiles() {}

  /**
   * The file behind a stock stream; empty when it is one to read the stock way. Asks nobody: what
   * the open has told is enough.
   *
   * @param ledgers of what is read of it
   */
  static Optional<ContiguousFile> of(
      ReadServices services,
      LedgerBook ledgers,
      ReadLayout layout,
      BlockConnector connector,
      HdfsStream stock,
      DFSClient client)
      throws IOException {
    Optional<LocatedBlocks> blocks = stock.file();
    Optional<String> src = stock.src();
    boolean plain =
        blocks.isEmpty()
            || src.isEmpty()
            || FileStripes.plainReason(blocks.get()).isPresent()
            || !FileStripes.mayBeOfEqualBlocks(blocks.get(), layout.subblockBytes());
    if (plain) {
      return Optional.empty();
    }
    LocatedFile located = new LocatedFile(client, src.get(), services.background());
    stock.whenClosed(located::closed);
    StoredFile stored =
        new StoredFile(
            src.get(),
            new LocatedStripes(
                stock, blocks.get(), layout, located, services.scheduler()::nanoTime),
            new BlockLaneSource(located, connector, services.laneThreads(), stock::caching),
            OpenFiles::lostAt);
    return Optional.of(new ContiguousFile(services, ledgers, layout, stored));
  }

  /** The same of an erasure-coded file, whose reads are all by lanes. */
  static Optional<StripedFile> striped(
      ReadServices services,
      LedgerBook ledgers,
      Scheme scheme,
      Verification verification,
      BlockConnector connector,
      HdfsStream stock,
      DFSClient client)
      throws IOException {
    Optional<LocatedBlocks> blocks = stock.file();
    Optional<String> src = stock.src();
    if (blocks.isEmpty() || src.isEmpty() || StripedGroups.plainReason(blocks.get()).isPresent()) {
      return Optional.empty();
    }
    LocatedFile located = new LocatedFile(client, src.get(), services.background());
    Probes probes = new Probes(services);
    return Optional.of(
        new StripedFile(
            services,
            ledgers,
            src.get(),
            new StripedGroups(
                stock,
                blocks.get(),
                located,
                new MissingLookUp(
                    located,
                    connector.lookUps(),
                    services.background(),
                    services.scheduler()::nanoTime),
                services.scheduler()::nanoTime),
            scheme,
            verification,
            new BlockLaneSource(located, connector, services.laneThreads(), stock::caching),
            (node, group, readBytes, isAmplified) ->
                located
                    .on(node, group.blocks())
                    .ifPresent(
                        block ->
                            probes.probeBeginning(
                                node,
                                new HdfsBlock(block, src.get(), connector),
                                readBytes,
                                isAmplified))));
  }

  /** Whether a failure of the stock stream says that a block has no good replica, and which. */
  static OptionalLong lostAt(IOException failure, long readingAt) {
    if (failure instanceof BlockMissingException missing) {
      return OptionalLong.of(missing.getOffset());
    }
    return failure instanceof ChecksumException ? OptionalLong.of(readingAt) : OptionalLong.empty();
  }
}
