package io.evenkeel.cli.cluster;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cluster.ClusterStatus;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.cluster.NodeStatus;
import io.evenkeel.core.log.ByteText;
import java.util.Locale;

/** The cluster's status, as JSON for programs and as a table for people. */
final class ClusterStatusText {

  private ClusterStatusText() {}

  static String json(LocalCluster cluster, StateFolder state) throws JsonProcessingException {
    ClusterStatus status = cluster.status();
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("defaultFs", status.defaultFs());
    root.put("folder", status.folder().toString());
    root.put("stockConfiguration", state.stockConfiguration().toString());
    root.put("evenkeelConfiguration", state.evenkeelConfiguration().toString());
    ArrayNode nodes = root.putArray("nodes");
    for (NodeStatus node : status.nodes()) {
      ObjectNode entry = nodes.addObject();
      entry.put("name", node.name());
      entry.put("kind", node.kind().name().toLowerCase(Locale.ROOT));
      entry.put("state", node.state().name().toLowerCase(Locale.ROOT));
      entry.put("pid", node.pid());
      entry.put("address", node.address());
      entry.put("http", node.http());
      node.rateBytesPerSecond().ifPresent(rate -> entry.put("rateBytesPerSecond", rate));
    }
    return root.toPrettyString();
  }

  private static String rate(long bytesPerSecond) {
    return bytesPerSecond == 0 ? "-" : ByteText.of(bytesPerSecond) + "/s";
  }

  static String table(String json) throws JsonProcessingException {
    JsonNode root = new ObjectMapper().readTree(json);
    StringBuilder table = new StringBuilder();
    table.append(root.get("defaultFs").asText()).append(" in ").append(root.get("folder").asText());
    table.append(String.format("%n"));
    table.append(row("node", "state", "pid", "address", "rate", "web"));
    for (JsonNode node : root.get("nodes")) {
      JsonNode rate = node.get("rateBytesPerSecond");
      table.append(
          row(
              node.get("name").asText(),
              node.get("state").asText(),
              node.get("pid").asText(),
              node.get("address").asText(),
              rate == null ? "" : rate(rate.asLong()),
              node.get("http").asText()));
    }
    return table.toString();
  }

  private static String row(
      String name, String state, String pid, String address, String rate, String web) {
    return String.format("%-9s %-8s %8s  %-21s %-10s %s%n", name, state, pid, address, rate, web);
  }
}
