package io.evenkeel.cli.inspect;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.ExplainedFile;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An explained file for people. */
final class ExplainText {
  private ExplainText() {}

  /** A file that is read the stock way. */
  static String plain(ExplainedFile file) {
    StringBuilder text = new StringBuilder();
    line(text, "%s  %s", file.path(), ByteText.of(file.lengthBytes()));
    line(text, "  read the stock way: %s", file.plainReason());
    return text.toString();
  }

  /**
   * A replicated file.
   *
   * @param stripes those to tell of
   * @param explanations what the manager knows of each; none when there is none
   * @param now from which of its replicas a block would be read now; empty where nobody can tell
   */
  static String of(
      ExplainedFile file,
      List<Stripe> stripes,
      List<StripeExplanation> explanations,
      Function<List<NodeId>, String> now) {
    StringBuilder text = new StringBuilder();
    line(
        text,
        "%s  %s, %d stripes of %s",
        file.path(),
        ByteText.of(file.lengthBytes()),
        file.stripes().size(),
        file.code());
    for (int i = 0; i < stripes.size(); i++) {
      Optional<StripeExplanation> known =
          explanations.isEmpty() ? Optional.empty() : Optional.of(explanations.get(i));
      stripe(text, stripes.get(i), known, now);
    }
    return text.toString();
  }

  /**
   * The same of an erasure-coded file.
   *
   * @param groups those to tell of
   * @param stripes those of them that the manager was asked about
   * @param now what a read of a group would do now; empty where nobody can tell
   */
  static String ofGroups(
      ExplainedFile file,
      List<BlockGroup> groups,
      List<Stripe> stripes,
      List<StripeExplanation> explanations,
      Function<BlockGroup, String> now) {
    StringBuilder text = new StringBuilder();
    int k = file.code().dataCount();
    line(
        text,
        "%s  %s, erasure-coded by %s in cells of %s%n  %d block group(s), read as any %d of %d blocks",
        file.path(),
        ByteText.of(file.lengthBytes()),
        file.code(),
        ByteText.of(file.blockGroups().get(0).geometry().cellBytes()),
        file.blockGroups().size(),
        k,
        file.code().totalCount());
    for (BlockGroup group : groups) {
      line(text, "%nblock group  bytes %d to %d", group.range().start(), group.range().end() - 1);
      for (int i = 0; i < group.blocks().size(); i++) {
        BlockVersion block = group.blocks().get(i);
        if (block.lengthBytes() == 0) {
          // A group that ends in its first row may have none.
          continue;
        }
        String nodes =
            group.nodes().get(i).stream().map(NodeId::address).collect(Collectors.joining(", "));
        line(
            text,
            "  %s  blk_%d_%d  %s  on %s",
            i < k ? "data  " : "parity",
            block.blockId(),
            block.generationStamp(),
            ByteText.of(block.lengthBytes()),
            nodes.isEmpty() ? missing(group, i) : nodes);
      }
      String read = now.apply(group);
      if (!read.isEmpty()) {
        line(text, "  now     %s", read);
      }
      for (int i = 0; i < stripes.size(); i++) {
        if (stripes.get(i).fileOffset() == group.fileOffset()) {
          cached(text, "cached", explanations.get(i));
        }
      }
    }
    return text.toString();
  }

  /** What it means that a block of a group is nowhere. */
  private static String missing(BlockGroup group, int index) {
    CodeSpec code = group.geometry().code();
    int missing = 0;
    for (int i = 0; i < group.blocks().size(); i++) {
      missing += group.blocks().get(i).lengthBytes() > 0 && group.nodes().get(i).isEmpty() ? 1 : 0;
    }
    int left = code.totalCount() - code.dataCount() - missing;
    if (left < 0) {
      return "no node: more blocks are nowhere than there is parity, so it cannot be read now";
    }
    return "no node: %s; %s"
        .formatted(
            index < code.dataCount()
                ? "its bytes are decoded"
                : "down, or to be made again by HDFS",
            left == 0 ? "no other may go" : left + " more may go");
  }

  /** Who accuses nodes of being slow, and why. */
  static String accusations(List<NodeLoad> stragglers) {
    StringBuilder text = new StringBuilder();
    for (NodeLoad node : stragglers) {
      line(text, "%nstraggler %s  %s", node.node(), node.reason());
    }
    return text.toString();
  }

  private static void stripe(
      StringBuilder text,
      Stripe stripe,
      Optional<StripeExplanation> known,
      Function<List<NodeId>, String> now) {
    List<NodeId> stragglers = known.map(StripeExplanation::stragglers).orElse(List.of());
    line(
        text,
        "%nstripe %d  bytes %d to %d",
        stripe.number(),
        stripe.range().start(),
        stripe.range().end() - 1);
    List<BlockVersion> blocks = BlockContents.blocks(stripe.version());
    for (int i = 0; i < blocks.size(); i++) {
      BlockVersion block = blocks.get(i);
      String nodes =
          stripe.replicas().get(i).stream()
              .map(n -> n + (stragglers.contains(n) ? " (straggler)" : ""))
              .collect(Collectors.joining(", "));
      line(
          text,
          "  block   blk_%d_%d  %s  on %s",
          block.blockId(),
          block.generationStamp(),
          ByteText.of(block.lengthBytes()),
          nodes.isEmpty() ? "no node" : nodes);
      String read = now.apply(stripe.replicas().get(i));
      if (!read.isEmpty()) {
        line(text, "    now   %s", read);
      }
    }
    known.ifPresent(
        parity -> {
          cached(text, "parity", parity);
          if (!parity.isCached() && stripe.geometry().blockCount() == 1) {
            line(
                text,
                "  note    one block: its parity would be a copy of it, and is made for who sets %s,"
                    + " and by --policy paper",
                EvenkeelKeys.WRITE_ONE_BLOCK.name());
          }
        });
  }

  /** What the manager knows of one stripe's cached parity. */
  private static void cached(StringBuilder text, String label, StripeExplanation known) {
    if (!known.isCached()) {
      line(text, "  %s  not cached for this content", label);
    } else {
      line(
          text,
          "  %s  %s on %s, of exactly these blocks, encoding %s",
          label,
          ByteText.of(known.cachedBytes()),
          known.nodes().stream().map(NodeId::address).collect(Collectors.joining(", ")),
          known.encoding());
    }
    line(text, "  access  %.1f lately (older ones count less)", known.accesses());
    if (!known.decision().isEmpty()) {
      line(text, "  policy  %s", known.decision());
    }
  }

  private static void line(StringBuilder text, String form, Object... values) {
    text.append(String.format(Locale.ROOT, form, values)).append(System.lineSeparator());
  }
}
