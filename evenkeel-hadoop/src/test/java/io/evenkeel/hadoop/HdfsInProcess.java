package io.evenkeel.hadoop;

import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileUtil;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.namenode.NameNode;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * A real NameNode and real DataNodes in this JVM, on ports and in a folder of their own, for tests.
 */
public final class HdfsInProcess implements AutoCloseable {
  private static final AtomicInteger INSTANCES = new AtomicInteger();

  private final int instance = INSTANCES.incrementAndGet();
  private final Path folder;
  private final Configuration common = new HdfsConfiguration();
  private NameNode nameNode;
  private final List<DataNode> dataNodes = new ArrayList<>();

  public HdfsInProcess(int dataNodeCount) throws IOException, InterruptedException {
    this(dataNodeCount, Map.of());
  }

  /**
   * @param settings configuration of the NameNode, the DataNodes and the clients alike
   */
  public HdfsInProcess(int dataNodeCount, Map<String, String> settings)
      throws IOException, InterruptedException {
    DefaultMetricsSystem.setMiniClusterMode(true);
    folder = Files.createTempDirectory("evenkeel-hdfs-");
    common.set("hadoop.tmp.dir", folder.resolve("tmp").toString());
    common.set("dfs.namenode.fs-limits.min-block-size", "1024");
    common.set("dfs.namenode.redundancy.considerLoad", "false");
    common.set("dfs.permissions.superusergroup", "root");
    common.set("dfs.replication", "1");
    common.set("dfs.client.block.write.replace-datanode-on-failure.enable", "false");
    // A writer that asks before a DataNode has told of its replica asks again soon, not in 0.4 s.
    common.set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5");
    // What DataNodes are told, they are told with their heartbeats.
    common.set("dfs.heartbeat.interval", "1");
    settings.forEach(common::set);
    Configuration conf = new Configuration(common);
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:0");
    conf.set("dfs.namenode.http-address", "127.0.0.1:0");
    conf.set("dfs.namenode.name.dir", folder.resolve("name").toUri().toString());
    NameNode.format(conf);
    nameNode = NameNode.createNameNode(new String[0], conf);
    common.set("fs.defaultFS", uri().toString());
    for (int i = 0; i < dataNodeCount; i++) {
      dataNodes.add(startDataNode(i));
    }
    Await.until(() -> nameNode.getNamesystem().getNumLiveDataNodes() == dataNodeCount);
    Await.until(() -> !nameNode.isInSafeMode());
  }

  /** One that is new, of which the NameNode knows when this returns. */
  public void addDataNode() throws IOException, InterruptedException {
    int before = nameNode.getNamesystem().getNumLiveDataNodes();
    dataNodes.add(startDataNode(dataNodes.size()));
    Await.until(() -> nameNode.getNamesystem().getNumLiveDataNodes() > before);
  }

  private DataNode startDataNode(int number) throws IOException {
    Configuration conf = new Configuration(common);
    conf.set("dfs.datanode.address", "127.0.0.1:0");
    conf.set("dfs.datanode.http.address", "127.0.0.1:0");
    conf.set("dfs.datanode.ipc.address", "127.0.0.1:0");
    conf.set("dfs.datanode.data.dir", dataFolder(number).toUri().toString());
    return DataNode.createDataNode(new String[0], conf);
  }

  public URI uri() {
    return URI.create("hdfs://127.0.0.1:" + nameNode.getNameNodeAddress().getPort());
  }

  public NameNode nameNode() {
    return nameNode;
  }

  public List<DataNode> dataNodes() {
    return dataNodes;
  }

  /** The DataNode that a location names. */
  public DataNode dataNode(DatanodeID location) {
    return dataNodes.stream()
        .filter(node -> node.getXferPort() == location.getXferPort())
        .findAny()
        .orElseThrow();
  }

  private Path dataFolder(int number) {
    return folder.resolve("data" + number);
  }

  /** The file that holds a DataNode's replica of a block; empty when it has none. */
  public Optional<Path> replicaFile(DataNode node, ExtendedBlock block) {
    try (Stream<Path> files = Files.walk(dataFolder(dataNodes.indexOf(node)))) {
      return files.filter(f -> f.endsWith("blk_" + block.getBlockId())).findAny();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A stock client's configuration, one replica and small blocks. */
  public Configuration stock() {
    Configuration conf = new Configuration(common);
    conf.set("dfs.blocksize", "1048576");
    conf.set("fs.hdfs.impl.disable.cache", "true");
    return conf;
  }

  /** A client's configuration with Evenkeel and small subblocks. */
  public Configuration evenkeel(String scheme) {
    Configuration conf = stock();
    conf.set("fs.hdfs.impl", EvenkeelFileSystem.class.getName());
    conf.set("fs.AbstractFileSystem.hdfs.impl", EvenkeelHdfs.class.getName());
    conf.set("evenkeel.scheme", scheme);
    conf.set("evenkeel.subblock.bytes", "64k");
    conf.set("evenkeel.read.sequential.bytes", "1");
    conf.set("evenkeel.read.pread.min.bytes", "1");
    conf.set("evenkeel.read.first.bytes", "64k");
    conf.set("evenkeel.write.min.bytes", "1");
    conf.set("evenkeel.write.one.block", "true");
    // File contexts are never closed: what they hold must not be what another test looks at.
    conf.set("evenkeel.manager.timeout", 5000 + instance + "ms");
    // These DataNodes have no limit: by their rate nothing would ever go wide.
    conf.set("evenkeel.read.wide.rate", "1t");
    return conf;
  }

  @Override
  public void close() {
    dataNodes.forEach(DataNode::shutdown);
    nameNode.stop();
    nameNode.join();
    // A test class keeps this object; a NameNode's memory, 4 % of the heap's limit, is let go.
    nameNode = null;
    dataNodes.clear();
    // Each image that a NameNode saves leaves a hook that holds all of the NameNode.
    ShutdownHookManager.get().clearShutdownHooks();
    FileUtil.fullyDelete(folder.toFile());
  }
}
