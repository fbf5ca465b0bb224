package io.evenkeel.cluster;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The Hadoop properties with which a client on this machine uses the cluster.
 *
 * @param stock for a client without Evenkeel
 * @param evenkeel the same and what switches Evenkeel on
 */
public record ClientProperties(Map<String, String> stock, Map<String, String> evenkeel) {
  public ClientProperties {
    requireNonNull(stock, "stock");
    requireNonNull(evenkeel, "evenkeel");
  }

  static ClientProperties of(
      ClusterSettings settings, String defaultFs, String managerUri, List<String> redisAddresses) {
    Map<String, String> stock = new LinkedHashMap<>();
    stock.put("fs.defaultFS", defaultFs);
    stock.put("dfs.blocksize", Long.toString(settings.blockSizeBytes()));
    stock.put("dfs.replication", Integer.toString(settings.replication()));
    Map<String, String> evenkeel = new LinkedHashMap<>(stock);
    evenkeel.put("fs.hdfs.impl", "io.evenkeel.hadoop.EvenkeelFileSystem");
    evenkeel.put("fs.AbstractFileSystem.hdfs.impl", "io.evenkeel.hadoop.EvenkeelHdfs");
    if (!managerUri.isEmpty()) {
      evenkeel.put("evenkeel.manager.uri", managerUri);
    }
    if (!redisAddresses.isEmpty()) {
      evenkeel.put("evenkeel.redis.nodes", String.join(",", redisAddresses));
    }
    return new ClientProperties(stock, evenkeel);
  }

  /**
   * Writes {@code core-site.xml} and {@code hdfs-site.xml} into the new folder {@code confFolder},
   * so that {@code HADOOP_CONF_DIR} can name it.
   */
  public static void writeConfiguration(Map<String, String> properties, Path confFolder)
      throws IOException {
    Map<String, String> core = new LinkedHashMap<>();
    Map<String, String> hdfs = new LinkedHashMap<>();
    // What hdfs-default.xml has outranks core-site.xml.
    properties.forEach((key, value) -> (key.startsWith("dfs.") ? hdfs : core).put(key, value));
    Files.createDirectory(confFolder);
    Files.writeString(confFolder.resolve("core-site.xml"), xml(core));
    Files.writeString(confFolder.resolve("hdfs-site.xml"), xml(hdfs));
  }

  private static String xml(Map<String, String> properties) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<configuration>\n");
    properties.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
