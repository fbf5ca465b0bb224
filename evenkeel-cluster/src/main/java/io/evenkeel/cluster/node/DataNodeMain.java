package io.evenkeel.cluster.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.ReadDelay;
import org.apache.hadoop.hdfs.server.datanode.ReadThrottle;
import org.apache.hadoop.hdfs.server.datanode.WriteThrottle;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Runs one or several DataNodes. Arguments: Hadoop properties as {@code key=value}, {@code
 * --write-rate BYTES_PER_SECOND} unless each may take what it can, and for each node {@code --node
 * INDEX,RATE,XFER_PORT,HTTP_PORT,IPC_PORT,FOLDER}, where port 0 means any free one and RATE is in
 * bytes a second, 0 for no limit.
 *
 * <p>The ready line is {@code ready} and {@code INDEX,XFER_PORT,HTTP_PORT,IPC_PORT} for each node.
 * Commands: {@code rate INDEX} asks for a node's read rate, {@code rate INDEX BYTES_PER_SECOND}
 * sets it; both answer {@code ok BYTES_PER_SECOND}, as the node's throttler now has it. {@code
 * delay INDEX [MILLIS]} is the same of what every read of a block waits before its first byte;
 * {@code sent INDEX} asks for the bytes sent to readers.
 */
public final class DataNodeMain {
  private static final String DELAYED =
      "org.apache.hadoop.hdfs.server.datanode.fsdataset.impl.DelayedDataset$Factory";

  private static final String DEFAULTS = "io/evenkeel/cluster/datanode.xml";

  private final Map<Integer, ReadThrottle> throttles = new LinkedHashMap<>();
  private final Map<Integer, ReadDelay> delays = new LinkedHashMap<>();
  private final StringJoiner ports = new StringJoiner(" ");
  private long writeRateBytesPerSecond;

  private DataNodeMain() {}

  public static void main(String[] arguments) {
    NodeConsole.run(console -> new DataNodeMain().start(List.of(arguments), console));
  }

  private void start(List<String> arguments, NodeConsole console) throws Exception {
    Configuration.addDefaultResource(DEFAULTS);
    // Several DataNodes in one JVM register the same metrics.
    DefaultMetricsSystem.setMiniClusterMode(true);
    List<String> properties = new ArrayList<>();
    List<NodeSpec> specs = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (arguments.get(i).equals("--node")) {
        specs.add(NodeSpec.parse(arguments.get(++i)));
      } else if (arguments.get(i).equals("--write-rate")) {
        writeRateBytesPerSecond = Long.parseLong(arguments.get(++i));
      } else {
        properties.add(arguments.get(i));
      }
    }
    List<DataNode> nodes = new ArrayList<>();
    for (NodeSpec spec : specs) {
      nodes.add(start(spec, NodeProperties.configuration(properties)));
    }
    for (DataNode node : nodes) {
      while (!node.isDatanodeFullyStarted()) {
        Thread.sleep(2);
      }
    }
    console.ready(ports.toString(), this::command);
  }

  private DataNode start(NodeSpec spec, Configuration configuration) throws IOException {
    configuration.set("dfs.datanode.fsdataset.factory", DELAYED);
    configuration.set("dfs.datanode.data.dir", "file://" + spec.folder());
    configuration.set("dfs.datanode.address", "127.0.0.1:" + spec.xferPort());
    configuration.set("dfs.datanode.http.address", "127.0.0.1:" + spec.httpPort());
    configuration.set("dfs.datanode.ipc.address", "127.0.0.1:" + spec.ipcPort());
    DataNode node = DataNode.createDataNode(new String[0], configuration);
    if (node == null) {
      throw new IOException("node " + spec.index() + " did not start; its log says why");
    }
    if (writeRateBytesPerSecond > 0) {
      WriteThrottle.install(node, writeRateBytesPerSecond);
    }
    throttles.put(spec.index(), ReadThrottle.install(node, spec.rateBytesPerSecond()));
    delays.put(spec.index(), ReadDelay.of(node));
    ports.add(
        spec.index()
            + ","
            + node.getXferPort()
            + ","
            + node.getInfoPort()
            + ","
            + node.getIpcPort());
    return node;
  }

  private String command(String line) {
    List<String> words = List.of(line.trim().split(" +", -1));
    String verb = words.get(0);
    boolean sets = words.size() == 3 && (verb.equals("rate") || verb.equals("delay"));
    boolean asks = words.size() == 2 && List.of("rate", "delay", "sent").contains(verb);
    if (!sets && !asks) {
      return "error expected: rate INDEX [BYTES_PER_SECOND], delay INDEX [MILLIS] or sent INDEX,"
          + " found: "
          + line;
    }
    int index = Integer.parseInt(words.get(1));
    ReadThrottle throttle = throttles.get(index);
    if (throttle == null) {
      return "error no node " + index + " here, there are " + throttles.keySet();
    }
    if (verb.equals("sent")) {
      return "ok " + throttle.sentBytes();
    }
    if (verb.equals("delay")) {
      ReadDelay delay = delays.get(index);
      if (sets) {
        delay.setMillis(Long.parseLong(words.get(2)));
      }
      return "ok " + delay.millis();
    }
    if (sets) {
      throttle.setBytesPerSecond(Long.parseLong(words.get(2)));
    }
    return "ok " + throttle.bytesPerSecond();
  }

  private record NodeSpec(
      int index, long rateBytesPerSecond, int xferPort, int httpPort, int ipcPort, String folder) {
    static NodeSpec parse(String text) {
      String[] parts = text.split(",", 6);
      if (parts.length != 6) {
        throw new IllegalArgumentException(
            "expected INDEX,RATE,XFER_PORT,HTTP_PORT,IPC_PORT,FOLDER, found \"" + text + "\"");
      }
      return new NodeSpec(
          Integer.parseInt(parts[0]),
          Long.parseLong(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]),
          Integer.parseInt(parts[4]),
          parts[5]);
    }
  }
}
