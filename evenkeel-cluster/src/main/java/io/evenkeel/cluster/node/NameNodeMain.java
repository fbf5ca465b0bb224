package io.evenkeel.cluster.node;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/**
 * Formats and runs a NameNode. Arguments: Hadoop properties as {@code key=value}. The ready line is
 * {@code ready RPC_PORT HTTP_PORT}; there are no commands.
 */
public final class NameNodeMain {
  private NameNodeMain() {}

  public static void main(String[] arguments) {
    NodeConsole.run(
        console -> {
          // Formatting and starting in one JVM register the same metrics twice.
          DefaultMetricsSystem.setMiniClusterMode(true);
          Configuration configuration = NodeProperties.configuration(List.of(arguments));
          NameNode.format(configuration);
          NameNode node = NameNode.createNameNode(new String[0], configuration);
          console.ready(
              node.getNameNodeAddress().getPort() + " " + node.getHttpAddress().getPort(),
              line -> "error a NameNode has no commands, found: " + line);
        });
  }
}
