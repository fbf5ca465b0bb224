package io.evenkeel.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;

/** A real NameNode and real DataNodes in this JVM, on ports of their own, for tests. */
final class HdfsInProcess implements AutoCloseable {
  private final Path folder;
  private final NameNode nameNode;
  private final List<DataNode> dataNodes = new ArrayList<>();

  HdfsInProcess(int dataNodeCount) throws IOException, InterruptedException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    folder = Files.createTempDirectory("evenkeel-hdfs-");
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    conf.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    conf.set("dfs.namenode.fs-limits.min-block-size", "1024");
    conf.set("dfs.namenode.redundancy.considerLoad", "false");
    conf.set("dfs.permissions.superusergroup", "root");
    NameNode.format(conf);
    nameNode = NameNode.createNameNode(new String[0], conf);
    for (int i = 0; i < dataNodeCount; i++) {
      Configuration node = new HdfsConfiguration(conf);
      node.set("fs.defaultFS", "hdfs://127.0.0.1:" + nameNode.getNameNodeAddress().getPort());
      node.set("dfs.datanode.address", "127.0.0.1:0");
      node.set("dfs.datanode.http.address", "127.0.0.1:0");
      node.set("dfs.datanode.ipc.address", "127.0.0.1:0");
      node.set("dfs.datanode.data.dir", folder.resolve("data" + i).toUri().toString());
      dataNodes.add(DataNode.createDataNode(new String[0], node));
    }
    await(() -> nameNode.getNamesystem().getNumLiveDataNodes() == dataNodeCount);
    await(() -> !nameNode.isInSafeMode());
  }

  static void await(BooleanSupplier condition) throws InterruptedException {
    long end = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("the condition did not come true within 60 s");
      }
      Thread.sleep(10);
    }
  }

  List<DataNode> dataNodes() {
    return dataNodes;
  }

  /** A stock client's configuration, one replica and small blocks. */
  Configuration stock() {
    Configuration conf = new HdfsConfiguration();
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:" + nameNode.getNameNodeAddress().getPort());
    conf.set("dfs.replication", "1");
    conf.set("dfs.blocksize", "1048576");
    conf.set("fs.hdfs.impl.disable.cache", "true");
    return conf;
  }

  /** A client's configuration with Evenkeel and small subblocks. */
  Configuration evenkeel(String scheme) {
    Configuration conf = stock();
    conf.set("fs.hdfs.impl", EvenkeelFileSystem.class.getName());
    conf.set("fs.AbstractFileSystem.hdfs.impl", EvenkeelHdfs.class.getName());
    conf.set("evenkeel.scheme", scheme);
    conf.set("evenkeel.subblock.bytes", "64k");
    conf.set("evenkeel.read.sequential.bytes", "1");
    conf.set("evenkeel.read.pread.min.bytes", "1");
    conf.set("evenkeel.read.first.bytes", "64k");
    return conf;
  }

  @Override
  public void close() {
    dataNodes.forEach(DataNode::shutdown);
    nameNode.stop();
    nameNode.join();
    FileUtil.fullyDelete(folder.toFile());
  }
}
