package io.evenkeel.cluster;

import io.evenkeel.cluster.node.NameNodeMain;
import io.evenkeel.process.ChildProcess;
import io.evenkeel.process.Deadline;
import io.evenkeel.process.Janitor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The cluster's NameNode. */
final class NameNodeProcess {
  static final String NAME = "namenode";
  private static final int HEAP_MEBIBYTES = 128;

  private final ChildProcess child;
  private int rpcPort;
  private int httpPort;

  private NameNodeProcess(ChildProcess child) {
    this.child = child;
  }

  static NameNodeProcess start(ClusterSettings settings, Path clusterFolder, Janitor janitor)
      throws IOException {
    Path folder = Files.createDirectory(clusterFolder.resolve(NAME));
    return new NameNodeProcess(
        ChildProcess.start(
            NAME,
            JavaCommand.of(
                NameNodeMain.class.getName(),
                HEAP_MEBIBYTES,
                ChildProcess.logFile(NAME, folder),
                HdfsProperties.arguments(HdfsProperties.nameNode(settings, folder))),
            JavaCommand.environment(),
            folder,
            janitor));
  }

  void awaitReady(Deadline deadline) throws IOException {
    String[] ports = child.awaitReady(deadline).split(" ", -1);
    rpcPort = Integer.parseInt(ports[0]);
    httpPort = Integer.parseInt(ports[1]);
  }

  ChildProcess child() {
    return child;
  }

  String uri() {
    return "hdfs://127.0.0.1:" + rpcPort;
  }

  NodeStatus status() {
    return NodeStatus.of(NAME, NodeStatus.Kind.NAMENODE, child, "127.0.0.1:" + rpcPort)
        .withHttp(httpUri());
  }

  /** Where its web server is. */
  String httpUri() {
    return "http://127.0.0.1:" + httpPort;
  }
}
