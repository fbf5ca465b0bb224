package io.evenkeel.cli.inspect;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.ExplainedFile;
import java.util.List;

/** An explanation for programs. */
final class ExplainJson {

  private ExplainJson() {}

  /**
   * All of it.
   *
   * @param client the class that reads by the configuration
   */
  static String of(Explanation explanation, String client) {
    ExplainedFile file = explanation.file();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("path", file.path()).put("lengthBytes", file.lengthBytes());
    root.put("client", client).put("plainReason", file.plainReason());
    if (file.plainReason().isEmpty()) {
      root.put("code", file.code().toString());
    }
    if (file.blockGroups().isEmpty()) {
      stripes(explanation, root.putArray("stripes"));
    } else {
      root.put("cellBytes", file.blockGroups().get(0).geometry().cellBytes());
      groups(explanation, root.putArray("blockGroups"));
    }
    ArrayNode stragglers = root.putArray("stragglers");
    for (NodeLoad node : explanation.stragglers()) {
      stragglers.addObject().put("node", node.node().address()).put("reason", node.reason());
    }
    root.put("note", explanation.note());
    return root.toPrettyString();
  }

  private static void stripes(Explanation explanation, ArrayNode into) {
    for (int s = 0; s < explanation.stripes().size(); s++) {
      Stripe stripe = explanation.stripes().get(s);
      ObjectNode entry = into.addObject().put("number", stripe.number());
      range(stripe.range(), entry);
      ArrayNode blocks = entry.putArray("blocks");
      List<BlockVersion> versions = BlockContents.blocks(stripe.version());
      for (int i = 0; i < versions.size(); i++) {
        List<NodeId> replicas = stripe.replicas().get(i);
        block(versions.get(i), replicas, blocks.addObject())
            .put("now", explanation.ofReplicas().apply(replicas));
      }
      if (!explanation.known().isEmpty()) {
        parity(explanation.known().get(s), entry.putObject("parity"));
      }
    }
  }

  private static void groups(Explanation explanation, ArrayNode into) {
    for (BlockGroup group : explanation.groups()) {
      ObjectNode entry = into.addObject();
      range(group.range(), entry);
      ArrayNode blocks = entry.putArray("blocks");
      for (int i = 0; i < group.blocks().size(); i++) {
        boolean isData = i < explanation.file().code().dataCount();
        ObjectNode block = blocks.addObject().put("kind", isData ? "data" : "parity");
        block(group.blocks().get(i), group.nodes().get(i), block);
      }
      entry.put("now", explanation.ofGroup().apply(group));
      for (int s = 0; s < explanation.known().size(); s++) {
        if (explanation.stripes().get(s).fileOffset() == group.fileOffset()) {
          parity(explanation.known().get(s), entry.putObject("parity"));
        }
      }
    }
  }

  private static void range(ByteRange range, ObjectNode into) {
    into.put("startByte", range.start()).put("endByte", range.end());
  }

  private static ObjectNode block(BlockVersion block, List<NodeId> nodes, ObjectNode into) {
    into.put("block", block.blockId() + "_" + block.generationStamp());
    into.put("lengthBytes", block.lengthBytes());
    addresses(nodes, into.putArray("nodes"));
    return into;
  }

  private static void parity(StripeExplanation known, ObjectNode into) {
    into.put("cached", known.isCached()).put("cachedBytes", known.cachedBytes());
    into.put("encoding", known.encoding());
    addresses(known.nodes(), into.putArray("nodes"));
    into.put("accesses", known.accesses()).put("decision", known.decision());
    addresses(known.stragglers(), into.putArray("stragglers"));
  }

  private static void addresses(List<NodeId> nodes, ArrayNode into) {
    nodes.forEach(node -> into.add(node.address()));
  }
}
