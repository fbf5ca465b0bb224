package io.evenkeel.cluster.node;

import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** Hadoop properties given as {@code key=value} arguments. */
final class NodeProperties {
  private NodeProperties() {}

  /** A configuration of the stock defaults and {@code arguments}. */
  static Configuration configuration(List<String> arguments) {
    Configuration configuration = new HdfsConfiguration();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("expected key=value, found \"" + argument + "\"");
      }
      configuration.set(argument.substring(0, equals), argument.substring(equals + 1));
    }
    return configuration;
  }
}
