package io.evenkeel.cluster;

import io.evenkeel.cluster.node.DataNodeMain;
import io.evenkeel.process.ChildProcess;
import io.evenkeel.process.Deadline;
import io.evenkeel.process.Janitor;
import io.evenkeel.process.OsProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The cluster's DataNodes, in a JVM each or all in one. Not safe for several threads. */
final class DataNodes {
  private static final Duration DELAY_MAX = Duration.ofMinutes(1);
  private static final int HEAP_MEBIBYTES = 64;
  private static final int HEAP_MEBIBYTES_PER_SHARED_NODE = 16;

  private final ClusterSettings settings;
  private final Janitor janitor;
  private final String defaultFs;
  private final List<Node> nodes = new ArrayList<>();

  private DataNodes(ClusterSettings settings, Janitor janitor, String defaultFs) {
    this.settings = settings;
    this.janitor = janitor;
    this.defaultFs = defaultFs;
  }

  private static final int RESTARTS_MAX = 3;

  /** A node's ports on loopback; 0 means any free one. */
  private record Ports(int xfer, int http, int ipc) {
    static final Ports ANY = new Ports(0, 0, 0);

    String text() {
      return xfer + "," + http + "," + ipc;
    }
  }

  /** One node: its ports, any before it is ready, and the rate it was last set to. */
  private static final class Node {
    final int index;
    final Path folder;
    long rateBytesPerSecond;
    Ports ports = Ports.ANY;
    ChildProcess child;

    /** What it had sent when it was stopped. */
    long sentBytes;

    Node(int index, Path folder, long rateBytesPerSecond) {
      this.index = index;
      this.folder = folder;
      this.rateBytesPerSecond = rateBytesPerSecond;
    }

    String address() {
      return "127.0.0.1:" + ports.xfer();
    }
  }

  static String name(int index) {
    return "dn" + index;
  }

  static DataNodes start(
      ClusterSettings settings, Path clusterFolder, Janitor janitor, String defaultFs)
      throws IOException {
    Path folder = Files.createDirectory(clusterFolder.resolve("datanodes"));
    DataNodes all = new DataNodes(settings, janitor, defaultFs);
    for (int i = 0; i < settings.dataNodes(); i++) {
      all.nodes.add(
          new Node(
              i, Files.createDirectory(folder.resolve(name(i))), settings.rateBytesPerSecond()));
    }
    if (settings.jvmPerDataNode()) {
      for (Node node : all.nodes) {
        node.child = all.launch(name(node.index), node.folder, List.of(node));
      }
    } else {
      ChildProcess shared = all.launch("datanodes", folder, all.nodes);
      all.nodes.forEach(node -> node.child = shared);
    }
    return all;
  }

  void awaitReady(Deadline deadline) throws IOException {
    for (ChildProcess child : nodes.stream().map(node -> node.child).distinct().toList()) {
      takePorts(child.awaitReady(deadline));
    }
  }

  /** Starts a node again with its data, on the ports it had, at the rate it had. */
  void restart(int index, Deadline deadline) throws IOException {
    Node node = alone(index, "restart");
    for (int tries = RESTARTS_MAX; tries > 0; tries--) {
      node.child.kill();
      node.child = launch(name(index), node.folder, List.of(node));
      try {
        takePorts(node.child.awaitReady(deadline));
        return;
      } catch (IOException e) {
        // Somebody's connection may have gone out from one of its ports meanwhile.
        if (tries == 1 || deadline.isOver()) {
          throw e;
        }
      }
    }
  }

  void setRate(int index, long bytesPerSecond) throws IOException {
    Node node = node(index);
    if (bytesPerSecond != 0 && bytesPerSecond < 1000) {
      throw new IllegalArgumentException(
          name(index)
              + " can read at 1000 bytes a second or more, or at 0 for no limit, asked for "
              + bytesPerSecond);
    }
    node.child.ask("rate " + index + " " + bytesPerSecond);
    node.rateBytesPerSecond = bytesPerSecond;
  }

  /** Asks the node itself. */
  long rateBytesPerSecond(int index) throws IOException {
    return Long.parseLong(node(index).child.ask("rate " + index));
  }

  /** A node that is started again has no delay. */
  void setDelay(int index, Duration delay) throws IOException {
    if (delay.isNegative() || delay.compareTo(DELAY_MAX) > 0) {
      throw new IllegalArgumentException(
          name(index)
              + " can delay reads by 0 to "
              + DELAY_MAX.toMillis()
              + " ms, asked for "
              + delay.toMillis());
    }
    node(index).child.ask("delay " + index + " " + delay.toMillis());
  }

  /** Bytes that the node has sent to readers since it started; while it is stopped, until then. */
  long sentBytes(int index) throws IOException {
    Node node = node(index);
    return node.child.state() == OsProcess.State.STOPPED
        ? node.sentBytes
        : Long.parseLong(node.child.ask("sent " + index));
  }

  void stop(int index) throws IOException {
    Node node = alone(index, "stop");
    if (node.child.state() == OsProcess.State.RUNNING) {
      node.sentBytes = sentBytes(index);
    }
    node.child.stop();
  }

  void resume(int index) throws IOException {
    alone(index, "resume").child.resume();
  }

  void kill(int index) throws IOException {
    alone(index, "kill").child.kill();
  }

  void checkAlive() throws IOException {
    for (Node node : nodes) {
      node.child.checkAlive();
    }
  }

  List<String> addresses() {
    return nodes.stream().map(Node::address).toList();
  }

  List<NodeStatus> status() {
    return nodes.stream()
        .map(
            node ->
                NodeStatus.of(
                        name(node.index), NodeStatus.Kind.DATANODE, node.child, node.address())
                    .withHttp("http://127.0.0.1:" + node.ports.http())
                    .withRateBytesPerSecond(node.rateBytesPerSecond))
        .toList();
  }

  private Node node(int index) {
    if (index < 0 || index >= nodes.size()) {
      throw new IllegalArgumentException(
          "there is no DataNode " + index + "; they are 0 to " + (nodes.size() - 1));
    }
    return nodes.get(index);
  }

  private Node alone(int index, String verb) {
    Node node = node(index);
    if (!settings.jvmPerDataNode()) {
      throw new IllegalStateException(
          "cannot "
              + verb
              + " "
              + name(index)
              + " alone: all DataNodes share one JVM; start the cluster with jvmPerDataNode");
    }
    return node;
  }

  private ChildProcess launch(String name, Path logFolder, List<Node> hosted) throws IOException {
    Map<String, String> properties = HdfsProperties.dataNode(settings, logFolder, defaultFs);
    List<String> arguments = new ArrayList<>(HdfsProperties.arguments(properties));
    if (settings.writeRateBytesPerSecond() > 0) {
      arguments.add("--write-rate");
      arguments.add(Long.toString(settings.writeRateBytesPerSecond()));
    }
    for (Node node : hosted) {
      arguments.add("--node");
      arguments.add(
          String.join(
              ",",
              Integer.toString(node.index),
              Long.toString(node.rateBytesPerSecond),
              node.ports.text(),
              node.folder.resolve("data").toString()));
    }
    int heapMebibytes = HEAP_MEBIBYTES + (hosted.size() - 1) * HEAP_MEBIBYTES_PER_SHARED_NODE;
    return ChildProcess.start(
        name,
        JavaCommand.of(
            DataNodeMain.class.getName(),
            heapMebibytes,
            ChildProcess.logFile(name, logFolder),
            arguments),
        JavaCommand.environment(),
        logFolder,
        janitor);
  }

  /** Takes what {@link DataNodeMain} says when it is ready. */
  private void takePorts(String ready) {
    for (String entry : List.of(ready.split(" ", -1))) {
      List<Integer> numbers = Stream.of(entry.split(",", -1)).map(Integer::valueOf).toList();
      nodes.get(numbers.get(0)).ports = new Ports(numbers.get(1), numbers.get(2), numbers.get(3));
    }
  }
}
