package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.BlockGroups;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.LocatedFile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The block groups of one opened erasure-coded file, located one by one as they are needed, by its
 * stock stream. Thread-safe.
 */
final class StripedGroups implements BlockGroups {
  /** For so long the stock stream is left alone with a NameNode that does not answer. */
  private static final Duration LOCATE_AGAIN = Duration.ofSeconds(10);

  private static final Logger LOG = LoggerFactory.getLogger(StripedGroups.class);

  private final HdfsStream stock;
  private final LocatedFile located;
  private final LongSupplier nanoTime;
  private final ErasureCodingPolicy policy;
  private final CodeSpec code;
  private final long lengthBytes;
  private final long groupBytes;

  /** By where they start. */
  private final TreeMap<Long, Optional<BlockGroup>> known = new TreeMap<>();

  /** When the NameNode could not say where blocks are. */
  private OptionalLong unlocatedSince = OptionalLong.empty();

  /**
   * @param file what the open has told of the file, of which there is no {@link #plainReason}
   * @param located told of the blocks of each group
   */
  StripedGroups(HdfsStream stock, LocatedBlocks file, LocatedFile located, LongSupplier nanoTime) {
    this.stock = stock;
    this.located = located;
    this.nanoTime = nanoTime;
    this.policy = file.getErasureCodingPolicy();
    this.code = codeOf(policy).orElseThrow();
    this.lengthBytes = file.getFileLength();
    this.groupBytes = file.get(0).getBlockSize();
  }

  /** Why a file is one to read the plain way; empty when it is not. */
  static Optional<String> plainReason(LocatedBlocks blocks) {
    Optional<String> reason = FileStripes.plainReason(blocks, true);
    if (reason.isPresent()) {
      return reason;
    }
    ErasureCodingPolicy policy = blocks.getErasureCodingPolicy();
    return policy == null
        ? Optional.of("it is not erasure-coded")
        : codeOf(policy).isEmpty()
            ? Optional.of("its code, " + policy.getName() + ", is none that Evenkeel knows")
            : Optional.empty();
  }

  /** The same code, byte for byte; empty for one that is not ours, such as rs-legacy. */
  static Optional<CodeSpec> codeOf(ErasureCodingPolicy policy) {
    int k = policy.getNumDataUnits();
    int m = policy.getNumParityUnits();
    try {
      return switch (policy.getCodecName()) {
        case ErasureCodeConstants.RS_CODEC_NAME -> Optional.of(CodeSpec.rs(k, m));
        case ErasureCodeConstants.XOR_CODEC_NAME ->
            m == 1 ? Optional.of(CodeSpec.xor(k)) : Optional.empty();
        default -> Optional.empty();
      };
    } catch (IllegalArgumentException e) {
      // Wider than ours go.
      return Optional.empty();
    }
  }

  @Override
  public long lengthBytes() {
    return lengthBytes;
  }

  @Override
  public long groupBytes() {
    return groupBytes;
  }

  @Override
  public int cellBytes() {
    return policy.getCellSize();
  }

  @Override
  public synchronized Optional<BlockGroup> at(long position) {
    Map.Entry<Long, Optional<BlockGroup>> before = known.floorEntry(position);
    if (before != null && before.getValue().filter(g -> holds(g, position)).isPresent()) {
      return before.getValue();
    }
    long now = nanoTime.getAsLong();
    if (unlocatedSince.isPresent() && now - unlocatedSince.getAsLong() < LOCATE_AGAIN.toNanos()) {
      return Optional.empty();
    }
    try {
      LocatedBlock block = stock.locatedAt(position);
      Optional<BlockGroup> group =
          block instanceof LocatedStripedBlock striped ? group(striped) : Optional.empty();
      group.ifPresent(g -> known.put(g.fileOffset(), group));
      return group;
    } catch (IOException e) {
      unlocatedSince = OptionalLong.of(now);
      LOG.debug("{} of {} and on is left to the stock stream", position, located.src(), e);
      return Optional.empty();
    }
  }

  private static boolean holds(BlockGroup group, long position) {
    return group.range().contains(position);
  }

  private Optional<BlockGroup> group(LocatedStripedBlock striped) {
    long start = striped.getStartOffset();
    long bytes = striped.getBlockSize();
    if (bytes <= 0 || bytes > lengthBytes - start) {
      // As of a snapshot whose live file has grown: what parity there is of it is not of this file.
      return Optional.empty();
    }
    LocatedBlock[] internal =
        StripedBlockUtil.parseStripedBlockGroup(
            striped, policy.getCellSize(), code.dataCount(), code.parityCount());
    CellGeometry geometry = new CellGeometry(code, policy.getCellSize(), bytes);
    List<LocatedBlock> there = new ArrayList<>();
    List<BlockVersion> blocks = new ArrayList<>();
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int index = 0; index < code.totalCount(); index++) {
      ExtendedBlock block =
          StripedBlockUtil.constructInternalBlock(striped.getBlock(), policy, index);
      blocks.add(
          new BlockVersion(
              block.getBlockPoolId(),
              block.getBlockId(),
              block.getGenerationStamp(),
              geometry.fragmentBytes(index)));
      LocatedBlock found = internal[index];
      nodes.add(found == null ? List.of() : LocatedFile.nodesOf(found));
      if (found != null) {
        there.add(found);
      }
    }
    located.add(there);
    return Optional.of(new BlockGroup((int) (start / groupBytes), start, geometry, blocks, nodes));
  }
}
