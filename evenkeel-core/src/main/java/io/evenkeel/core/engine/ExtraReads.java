package io.evenkeel.core.engine;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a read asks for because nodes are late, slow or dead: bounds what lateness may cost, and
 * keeps the books of what became of it. Of the read's serial context.
 */
final class ExtraReads {
  private final ReadLimits limits;
  private final LateAllowance allowance;

  /** Of groups that have not ended; a read that was parked and is asked again is the same one. */
  private final Map<Asked, Extra> open = new LinkedHashMap<>();

  private final Map<NodeId, NodeLedgers> ledgers = new HashMap<>();

  /** Asked because of lateness, less what was given up for it. */
  private long lateBytes;

  /** Of these, what was charged to the allowance. */
  private long chargedBytes;

  private long deniedCount;

  private record Asked(GroupRun group, int read) {}

  private record Extra(NodeId around, boolean isDuplicate) {
    NodeLedgers entry(long bytes, boolean won) {
      Ledger ledger = new Ledger(1, bytes, won ? bytes : 0);
      return isDuplicate
          ? NodeLedgers.duplicated(around, ledger)
          : NodeLedgers.redirected(around, ledger);
    }
  }

  ExtraReads(ReadLimits limits, LateAllowance allowance) {
    this.limits = limits;
    this.allowance = allowance;
  }

  /**
   * Whether more may be read than is wanted to get around a node: over the whole read, not over
   * what has been delivered so far, for what comes early of a straggler may cost what later bytes
   * do not.
   *
   * @param extraBytes received beyond what was delivered
   */
  boolean mayDetour(ByteRange range, long extraBytes) {
    return extraBytes <= limits.extraBurstBytes() + limits.detourRatio() * range.lengthBytes();
  }

  /** Whether lateness at a node that is known to be slow costs nothing. */
  boolean isFreeOfSlowNodes() {
    return allowance.isFreeOfSlowNodes();
  }

  /** Whether lateness may cost more now. */
  boolean mayAskMore(long deliveredBytes) {
    long allowed = limits.extraBurstBytes() + (long) (limits.extraRatio() * deliveredBytes);
    boolean mayAskMore = lateBytes < allowed && allowance.mayAskMore();
    deniedCount += mayAskMore ? 0 : 1;
    return mayAskMore;
  }

  /** How often it might not. */
  long deniedCount() {
    return deniedCount;
  }

  /** A group was launched with these reads, or has gained them. */
  void planned(GroupRun group, List<Integer> asked) {
    IndexSet wanted = group.group().wantedIndexes();
    IndexSet missing = wanted.minus(group.tracker().coming());
    for (int read : asked) {
      if (!wanted.contains(group.read(read).index())) {
        // With all that is wanted on its way this one races; otherwise it comes in its place.
        IndexSet instead = missing.isEmpty() ? wanted : missing;
        open(group, read, nodeOf(group, instead), missing.isEmpty());
      }
    }
  }

  private static NodeId nodeOf(GroupRun group, IndexSet indexes) {
    NodeId node = NodeLedgers.NOWHERE;
    for (int i = 0; i < group.tracker().readCount(); i++) {
      if (indexes.contains(group.read(i).index())) {
        if (group.tracker().state(i) == GroupTracker.State.LATE) {
          return group.read(i).source().node();
        }
        node = node.equals(NodeLedgers.NOWHERE) ? group.read(i).source().node() : node;
      }
    }
    return node;
  }

  /** The node of a read; of what is cached and not wanted itself, the one that it stands for. */
  private static NodeId nodeOf(GroupRun group, int read) {
    Source source = group.read(read).source();
    IndexSet wanted = group.group().wantedIndexes();
    return source.kind() == SourceKind.STORAGE || wanted.contains(group.read(read).index())
        ? source.node()
        : nodeOf(group, wanted);
  }

  /**
   * These were asked because another is late.
   *
   * @param isFree whether they would have been whatever lateness may cost
   */
  void late(GroupRun group, int late, List<Integer> asked, boolean isFree) {
    asked.forEach(read -> open(group, read, nodeOf(group, late), true));
    long bytes = group.charge(asked);
    lateBytes += bytes;
    if (!isFree && bytes > 0) {
      chargedBytes += bytes;
      allowance.charged(bytes);
    }
  }

  /** So much of it is no cost. */
  private void giveBack(long bytes) {
    lateBytes -= bytes;
    long charged = Math.min(chargedBytes, bytes);
    if (charged > 0) {
      chargedBytes -= charged;
      allowance.charged(-charged);
    }
  }

  /**
   * These were asked because others will not come or turned out wrong. Itself again is none; nor is
   * what is wanted, from its own node, where that was to come another way: nothing is gone around.
   */
  void failed(GroupRun group, int failed, List<Integer> asked) {
    IndexSet wanted = group.group().wantedIndexes();
    boolean isOfWanted = wanted.contains(group.read(failed).index());
    for (int read : asked) {
      boolean isItself = !isOfWanted && wanted.contains(group.read(read).index());
      if (read != failed && !isItself) {
        open(group, read, nodeOf(group, failed), false);
      }
    }
  }

  /** The time has come at which these are asked whatever else goes on. */
  void due(GroupRun group, List<Integer> asked) {
    NodeId around = nodeOf(group, group.group().wantedIndexes());
    asked.forEach(read -> open(group, read, around, true));
  }

  /**
   * What a late read was to bring will not cross the wire: as much of what was asked is no cost.
   */
  void unread(GroupRun group, int read) {
    giveBack(group.refund(read));
  }

  private void open(GroupRun group, int read, NodeId around, boolean isDuplicate) {
    open.putIfAbsent(new Asked(group, read), new Extra(around, isDuplicate));
  }

  /** A group has ended. */
  void ended(GroupRun group, boolean completed) {
    for (int read = 0; !open.isEmpty() && read < group.tracker().readCount(); read++) {
      Extra extra = open.remove(new Asked(group, read));
      if (extra != null) {
        giveBack(extra.isDuplicate() && group.isUnasked(read) ? group.uncharge(read) : 0);
        enter(group, read, extra, completed && group.hasUsed(read));
      }
    }
  }

  /** Books a read, unless nobody was ever asked for it. */
  private void enter(GroupRun group, int read, Extra extra, boolean won) {
    if (group.isUnasked(read)) {
      return;
    }
    long bytes = group.read(read).slice().lengthBytes();
    ledgers.merge(extra.around(), extra.entry(bytes, won), NodeLedgers::plus);
  }

  /** All of it; what is under way still is taken for wasted. */
  List<NodeLedgers> takeLedgers() {
    open.forEach((asked, extra) -> enter(asked.group(), asked.read(), extra, false));
    open.clear();
    return List.copyOf(ledgers.values());
  }
}
