package io.evenkeel.http;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What a DataNode answers at {@code /jmx}. */
final class JmxAnswer {
  /** What to ask for. */
  static final String QUERY = "/jmx?qry=Hadoop:service=DataNode,name=DataNodeActivity*";

  private static final String BEAN_NAME = "Hadoop:service=DataNode,name=DataNodeActivity-";
  private static final int PORT_MAX = 65535;

  private JmxAnswer() {}

  /**
   * The counters in an answer: one DataNode's, or those of several that share a process.
   *
   * <p>The bean's name ends in the transfer port, {@code DataNodeActivity-HOST-PORT}. The host in
   * it is what the DataNode calls itself, which need not be what clients know it by.
   *
   * @param host the host that was asked
   * @throws IOException when the answer has none; the message says what it has
   */
  static List<DataNodeCounters> read(String host, byte[] json) throws IOException {
    List<DataNodeCounters> counters = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (JsonTree bean : JsonTree.read(json).member("beans").elements()) {
      String name = bean.member("name").text();
      names.add(name);
      if (name.startsWith(BEAN_NAME)) {
        counters.add(
            new DataNodeCounters(
                new NodeId(host + ":" + port(name)),
                number(name, bean, "BytesRead"),
                number(name, bean, "TotalReadTime"),
                number(name, bean, "BlocksRead")));
      }
    }
    if (counters.isEmpty()) {
      throw new IOException(
          "no bean " + BEAN_NAME + "*, found " + names + "; is it a DataNode's HTTP address?");
    }
    return counters;
  }

  private static int port(String name) throws IOException {
    String text = name.substring(name.lastIndexOf('-') + 1);
    try {
      int port = Integer.parseInt(text);
      if (port > 0 && port <= PORT_MAX) {
        return port;
      }
    } catch (NumberFormatException e) {
      throw new IOException("bean " + name + " does not end in a port", e);
    }
    throw new IOException("bean " + name + " does not end in a port");
  }

  private static long number(String name, JsonTree bean, String attribute) throws IOException {
    JsonTree value = bean.member(attribute);
    if (value.count() < 0) {
      throw new IOException(
          "bean " + name + " has no count " + attribute + ", found '" + value + "'");
    }
    return value.count();
  }
}
