package io.evenkeel.hadoop.write;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** A NameNode and DataNodes of the stock jars in this process. */
final class InJvmHdfs implements AutoCloseable {
  private final Path folder;
  private final List<DataNode> dataNodes = new ArrayList<>();
  private final NameNode nameNode;
  private final Configuration base;

  InJvmHdfs(Path folder, int nodes) throws IOException {
    this.folder = folder;
    DefaultMetricsSystem.setMiniClusterMode(true);
    base = new Configuration();
    base.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    base.set("dfs.namenode.fs-limits.min-block-size", "1024");
    base.set("dfs.namenode.redundancy.considerLoad", "false");
    base.set("dfs.replication", "1");
    base.set("dfs.client.block.write.replace-datanode-on-failure.enable", "false");
    Configuration conf = new Configuration(base);
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    NameNode.format(conf);
    nameNode = NameNode.createNameNode(new String[0], conf);
    base.set("fs.defaultFS", uri().toString());
    for (int i = 0; i < nodes; i++) {
      dataNodes.add(startDataNode(i));
    }
  }

  private DataNode startDataNode(int number) throws IOException {
    Path data = Files.createDirectories(folder.resolve("data" + number));
    Configuration conf = new Configuration(base);
    conf.set("dfs.datanode.data.dir", data.toUri().toString());
    conf.set("dfs.datanode.address", "127.0.0.1:0");
    conf.set("dfs.datanode.http.address", "127.0.0.1:0");
    conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    DataNode node = DataNode.createDataNode(new String[0], conf);
    for (int i = 0; !node.isDatanodeFullyStarted(); i++) {
      if (i > 3000) {
        throw new IOException("DataNode " + number + " did not start within 30 s");
      }
      try {
        Thread.sleep(10);
      } catch (InterruptedException e) {
        throw new IOException(e);
      }
    }
    return node;
  }

  URI uri() {
    return URI.create("hdfs://127.0.0.1:" + nameNode.getNameNodeAddress().getPort());
  }

  /** What a client needs to know, in a copy of its own. */
  Configuration conf() {
    return new Configuration(base);
  }

  @Override
  public void close() {
    dataNodes.forEach(DataNode::shutdown);
    nameNode.stop();
    nameNode.join();
  }
}
