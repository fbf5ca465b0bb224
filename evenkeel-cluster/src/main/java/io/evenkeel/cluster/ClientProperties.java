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
   * Writes {@code core-site.xml} into the new folder {@code confFolder}, so that {@code
   * HADOOP_CONF_DIR} can name it.
   */
  public static void writeCoreSite(Map<String, String> properties, Path confFolder)
      throws IOException {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    xml.append("<configuration>\n");
    properties.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    xml.append("</configuration>\n");
    Files.createDirectory(confFolder);
    Files.writeString(confFolder.resolve("core-site.xml"), xml);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;");
  }
}
