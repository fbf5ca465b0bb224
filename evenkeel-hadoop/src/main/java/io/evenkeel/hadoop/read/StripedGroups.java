package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.BlockGroups;
import io.evenkeel.client.file.LocateBackOff;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.CellGeometry;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.stock.StockMembers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.io.erasurecode.ErasureCodeConstants;

/**
 * The block groups of one opened erasure-coded file, located one by one as they are needed, by its
 * stock stream. Where a group's blocks are may change while the file is open. Thread-safe.
 */
public final class StripedGroups implements BlockGroups {
  /** The id of a block is that of its group and its index. */
  private static final int BLOCKS_IN_GROUP_MAX = 16;

  private final HdfsStream stock;
  private final LocatedFile located;
  private final MissingLookUp missing;
  private final LocateBackOff backOff;
  private final ErasureCodingPolicy policy;
  private final CodeSpec code;
  private final long lengthBytes;
  private final long locatedAtOpenBytes;
  private final long firstGroupBytes;

  /** By where they start. */
  private final ConcurrentSkipListMap<Long, Known> known = new ConcurrentSkipListMap<>();

  /**
   * A group with its nodes as they were known to be.
   *
   * @param changes of what is located, when they were
   * @param isMissingAny whether a block of it was nowhere then
   */
  private record Known(BlockGroup group, int changes, boolean isMissingAny) {}

  /**
   * @param file what the open has told of the file, of which there is no {@link #plainReason}
   * @param located told of the blocks of each group
   * @param missing told of groups that lack a block
   */
  StripedGroups(
      HdfsStream stock,
      LocatedBlocks file,
      LocatedFile located,
      MissingLookUp missing,
      LongSupplier nanoTime) {
    this.stock = stock;
    this.located = located;
    this.missing = missing;
    this.backOff = new LocateBackOff(located.src(), nanoTime);
    this.policy = file.getErasureCodingPolicy();
    this.code = codeOf(policy).orElseThrow();
    this.lengthBytes = file.getFileLength();
    this.locatedAtOpenBytes = FileStripes.locatedBytes(file);
    this.firstGroupBytes = file.get(0).getBlockSize();
  }

  /** Why a file is one to read the stock way; empty when it is not. */
  public static Optional<String> plainReason(LocatedBlocks blocks) {
    Optional<String> reason = FileStripes.plainReason(blocks, true);
    if (reason.isPresent()) {
      return reason;
    }
    ErasureCodingPolicy policy = blocks.getErasureCodingPolicy();
    return policy == null
        ? Optional.of("it is not erasure-coded")
        : codeOf(policy).isEmpty()
            ? Optional.of("its code, " + policy.getName() + ", is none that Evenkeel knows")
            : StockMembers.OfGroups.canBeRead()
                ? Optional.empty()
                : Optional.of("this release of Hadoop does not tell the blocks of its groups");
  }

  /** The same code, byte for byte; empty for one that is not ours, such as rs-legacy. */
  public static Optional<CodeSpec> codeOf(ErasureCodingPolicy policy) {
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
  public CodeSpec code() {
    return code;
  }

  @Override
  public int cellBytes() {
    return policy.getCellSize();
  }

  /** All are as long as the first one but the last, unless the file was appended to. */
  @Override
  public OptionalInt number(long fileOffset) {
    return fileOffset % firstGroupBytes == 0
        ? OptionalInt.of((int) (fileOffset / firstGroupBytes))
        : OptionalInt.empty();
  }

  @Override
  public Optional<BlockGroup> at(long position) {
    Map.Entry<Long, Known> before = known.floorEntry(position);
    if (before != null && before.getValue().group().range().contains(position)) {
      return Optional.of(asOfNow(before.getValue()));
    }
    if (position >= locatedAtOpenBytes && backOff.isOn()) {
      return Optional.empty();
    }
    int changes = located.changes();
    try {
      LocatedBlock block = stock.locatedAt(position);
      Optional<BlockGroup> group =
          block instanceof LocatedStripedBlock striped ? group(striped) : Optional.empty();
      if (group.isPresent() && !group.get().range().contains(position)) {
        throw new IOException(group.get().range() + " was located for " + position);
      }
      group.ifPresent(
          g ->
              known.put(
                  g.fileOffset(), new Known(g, changes, isMissingAny(g.blocks(), g.nodes()))));
      return group;
    } catch (IOException e) {
      backOff.failed(position, e);
      return Optional.empty();
    }
  }

  /** The same one for as long as its blocks are where they were. */
  private BlockGroup asOfNow(Known before) {
    int changes = located.changes();
    Known now = changes == before.changes() ? before : asOf(changes, before.group());
    if (now.isMissingAny()) {
      missing.missed(now.group().fileOffset());
    }
    return now.group();
  }

  private Known asOf(int changes, BlockGroup group) {
    List<List<NodeId>> found = group.blocks().stream().map(located::nodes).toList();
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int index = 0; index < found.size(); index++) {
      // What is nowhere by a later answer may still be where it was: a NameNode that starts knows
      // little.
      nodes.add(found.get(index).isEmpty() ? group.nodes().get(index) : found.get(index));
    }
    BlockGroup as =
        nodes.equals(group.nodes())
            ? group
            : new BlockGroup(
                group.spreadSeed(), group.fileOffset(), group.geometry(), group.blocks(), nodes);
    Known now = new Known(as, changes, isMissingAny(group.blocks(), found));
    known.put(group.fileOffset(), now);
    return now;
  }

  /** Whether a block is nowhere; the blocks that a short group does not have are not missed. */
  private static boolean isMissingAny(List<BlockVersion> blocks, List<List<NodeId>> nodes) {
    for (int index = 0; index < blocks.size(); index++) {
      if (nodes.get(index).isEmpty() && blocks.get(index).lengthBytes() > 0) {
        return true;
      }
    }
    return false;
  }

  private Optional<BlockGroup> group(LocatedStripedBlock striped) {
    LocatedBlock[] internal = internal(striped, policy);
    located.addGroup(striped, internal);
    return group(striped, internal, policy, code, lengthBytes);
  }

  /**
   * The block groups of a file whose blocks are all located, of which there is no {@link
   * #plainReason}.
   */
  public static List<BlockGroup> of(LocatedBlocks file) {
    ErasureCodingPolicy policy = file.getErasureCodingPolicy();
    CodeSpec code = codeOf(policy).orElseThrow();
    List<BlockGroup> groups = new ArrayList<>();
    for (LocatedBlock block : file.getLocatedBlocks()) {
      LocatedStripedBlock striped = (LocatedStripedBlock) block;
      group(striped, internal(striped, policy), policy, code, file.getFileLength())
          .ifPresent(groups::add);
    }
    return groups;
  }

  private static LocatedBlock[] internal(LocatedStripedBlock striped, ErasureCodingPolicy policy) {
    return StripedBlockUtil.parseStripedBlockGroup(
        striped, policy.getCellSize(), policy.getNumDataUnits(), policy.getNumParityUnits());
  }

  private static Optional<BlockGroup> group(
      LocatedStripedBlock striped,
      LocatedBlock[] internal,
      ErasureCodingPolicy policy,
      CodeSpec code,
      long fileBytes) {
    long start = striped.getStartOffset();
    long bytes = striped.getBlockSize();
    if (bytes <= 0 || bytes > fileBytes - start) {
      // As of a snapshot whose live file has grown: what parity there is of it is not of this file.
      return Optional.empty();
    }
    CellGeometry geometry = new CellGeometry(code, policy.getCellSize(), bytes);
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
              geometry.fragmentLengthBytes(index)));
      LocatedBlock found = internal[index];
      nodes.add(found == null ? List.of() : LocatedFile.nodesOf(found));
    }
    int spreadSeed = spreadSeed(striped.getBlock().getBlockId());
    return Optional.of(new BlockGroup(spreadSeed, start, geometry, blocks, nodes));
  }

  /** Ids of block groups are apart by as many blocks as a group may have. */
  private static int spreadSeed(long id) {
    return (int) (id / BLOCKS_IN_GROUP_MAX & Integer.MAX_VALUE);
  }
}
