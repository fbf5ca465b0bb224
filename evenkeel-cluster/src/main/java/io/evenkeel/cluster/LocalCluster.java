package io.evenkeel.cluster;

import io.evenkeel.process.Deadline;
import io.evenkeel.process.Janitor;
import io.evenkeel.process.OsProcess;
import io.evenkeel.process.RedisProcess;
import io.evenkeel.process.RedisProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;

/**
 * A NameNode, DataNodes, Redis servers and the manager as child processes of this JVM, on free
 * loopback ports.
 *
 * <p>All of them and the cluster's folder are gone when it is closed, or when this JVM ends in any
 * way: by itself, by Ctrl-C or by kill -9, stopped nodes included. DataNodes and Redis servers are
 * named by their index from 0. Nodes keep their addresses when they start again.
 *
 * <p>Operations fail with IllegalArgumentException for a node that does not exist, with
 * IllegalStateException for one that this cluster's settings do not allow, and with IOException for
 * one that does not do what it was asked; the message has the end of its log. Safe for use by
 * several threads; operations run one after the other.
 */
public final class LocalCluster implements AutoCloseable {
  private static final String OWNER_FILE = "owner";

  /** What sends at all sends a packet in so long, however slow it is. */
  private static final long QUIET_MILLIS = 200;

  private static final long QUIET_NANOS_MAX = TimeUnit.SECONDS.toNanos(30);

  private final ClusterSettings settings;
  private final Path folder;
  private final Janitor janitor;
  private final List<RedisProcess> redisServers = new ArrayList<>();
  private NameNodeProcess nameNode;
  private DataNodes dataNodes;
  private Optional<ManagerProcess> manager = Optional.empty();
  private Optional<FillerProcess> filler = Optional.empty();

  private LocalCluster(ClusterSettings settings, Path folder, Janitor janitor) {
    this.settings = settings;
    this.folder = folder;
    this.janitor = janitor;
  }

  /**
   * Starts a cluster and returns when its HDFS takes writes on every DataNode and the other nodes
   * answer.
   *
   * @throws IOException if it does not get that far in the settings' time; nothing is left then
   */
  public static LocalCluster start(ClusterSettings settings) throws IOException {
    Janitor janitor = Janitor.start();
    Path folder;
    try {
      folder = folder(settings, janitor);
    } catch (IOException | RuntimeException failure) {
      janitor.close();
      throw failure;
    }
    LocalCluster cluster = new LocalCluster(settings, folder, janitor);
    try {
      OsProcess self = OsProcess.of(ProcessHandle.current().pid());
      Files.writeString(folder.resolve(OWNER_FILE), self.pid() + " " + self.startTicks() + "\n");
      cluster.startNodes(Deadline.after(settings.startTimeout()));
      return cluster;
    } catch (IOException | RuntimeException | Error failure) {
      try {
        cluster.close();
      } catch (IOException closing) {
        failure.addSuppressed(closing);
      }
      throw failure;
    }
  }

  private static Path folder(ClusterSettings settings, Janitor janitor) throws IOException {
    if (settings.folder().isEmpty()) {
      return janitor.createTemporary("evenkeel-cluster-");
    }
    Path folder = settings.folder().get().toAbsolutePath();
    janitor.create(folder);
    return folder;
  }

  /** The process that holds the cluster in {@code folder}; empty if the folder says none. */
  public static Optional<OsProcess> owner(Path folder) throws IOException {
    Path file = folder.resolve(OWNER_FILE);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    List<String> words = List.of(Files.readString(file).trim().split(" ", -1));
    return words.size() == 2
        ? Optional.of(new OsProcess(Long.parseLong(words.get(0)), Long.parseLong(words.get(1))))
        : Optional.empty();
  }

  private void startNodes(Deadline deadline) throws IOException {
    nameNode = NameNodeProcess.start(settings, folder, janitor);
    if (settings.redisServers() > 0) {
      Path program = RedisProgram.find(folder);
      for (int i = 0; i < settings.redisServers(); i++) {
        redisServers.add(
            RedisProcess.start(
                "redis" + i,
                program,
                folder,
                RedisProcess.Settings.of(settings.redisMemoryBytes()),
                janitor));
      }
    }
    nameNode.awaitReady(deadline);
    dataNodes = DataNodes.start(settings, folder, janitor, nameNode.uri());
    for (RedisProcess redis : redisServers) {
      redis.awaitReady(deadline);
    }
    if (settings.withManager()) {
      manager =
          Optional.of(
              ManagerProcess.start(
                  redisAddresses(), settings, nameNode.httpUri(), folder, janitor));
    }
    dataNodes.awaitReady(deadline);
    awaitHdfs(deadline);
    if (manager.isPresent()) {
      manager.get().awaitReady(deadline);
      manager.get().awaitCacheNodes(deadline);
    }
    if (settings.withFiller()) {
      filler = Optional.of(FillerProcess.start(clientProperties().evenkeel(), folder, janitor));
      filler.get().awaitReady(deadline);
    }
  }

  /** Returns when the NameNode counts every DataNode, knows its disk, and takes writes. */
  private void awaitHdfs(Deadline deadline) throws IOException {
    try (DistributedFileSystem fs = newStockFileSystem()) {
      deadline.await(
          () -> {
            nameNode.child().checkAlive();
            dataNodes.checkAlive();
            return usableNodes(fs) == settings.dataNodes() && !fs.isInSafeMode();
          },
          () ->
              nameNode
                  .child()
                  .failure(
                      "is in safe mode or does not see all " + settings.dataNodes() + " DataNodes")
                  .getMessage());
    }
  }

  private static long usableNodes(DistributedFileSystem fs) throws IOException {
    return Stream.of(fs.getDataNodeStats(DatanodeReportType.LIVE))
        .filter(node -> node.getCapacity() > 0)
        .count();
  }

  /** The settings it was started with. */
  public ClusterSettings settings() {
    return settings;
  }

  /** Data and logs of the nodes, in a folder each; removed at the end. */
  public Path folder() {
    return folder;
  }

  /** For instance {@code hdfs://127.0.0.1:34567}. */
  public String defaultFs() {
    return nameNode.uri();
  }

  /** The manager's address, if the cluster has one. */
  public Optional<String> managerUri() {
    return manager.map(ManagerProcess::uri);
  }

  /** Host and port of each Redis server, by index. */
  public List<String> redisAddresses() {
    return redisServers.stream().map(RedisProcess::address).toList();
  }

  /** Host and port where each DataNode serves blocks, by index. */
  public List<String> dataNodeAddresses() {
    return dataNodes.addresses();
  }

  /**
   * The index of the DataNode that serves blocks at {@code address}, in the form that {@code
   * BlockLocation.getNames()} and {@code DatanodeInfo.getXferAddr()} have.
   */
  public int dataNodeAt(String address) {
    int index = dataNodeAddresses().indexOf(address);
    if (index < 0) {
      throw new IllegalArgumentException(
          "no DataNode serves blocks at " + address + "; they are at " + dataNodeAddresses());
    }
    return index;
  }

  /** Properties for a client on this machine, with and without Evenkeel. */
  public ClientProperties clientProperties() {
    return ClientProperties.of(settings, defaultFs(), managerUri().orElse(""), redisAddresses());
  }

  /** A new configuration for a stock client. */
  public Configuration clientConfiguration() {
    return configuration(clientProperties().stock());
  }

  /** A new configuration for a client with Evenkeel. */
  public Configuration evenkeelConfiguration() {
    return configuration(clientProperties().evenkeel());
  }

  /** A stock client of its own, past the cache of instances; the caller closes it. */
  public DistributedFileSystem newStockFileSystem() throws IOException {
    Configuration stock = clientConfiguration();
    return (DistributedFileSystem) FileSystem.newInstance(FileSystem.getDefaultUri(stock), stock);
  }

  private static Configuration configuration(Map<String, String> properties) {
    Configuration configuration = new Configuration();
    properties.forEach(configuration::set);
    return configuration;
  }

  /** The nodes as they are now. Works with stopped and dead nodes too. */
  public synchronized ClusterStatus status() {
    List<NodeStatus> nodes = new ArrayList<>();
    nodes.add(nameNode.status());
    nodes.addAll(dataNodes.status());
    redisServers.forEach(
        redis ->
            nodes.add(
                NodeStatus.of(
                    redis.name(), NodeStatus.Kind.REDIS, redis.child(), redis.address())));
    manager.ifPresent(process -> nodes.add(process.status()));
    filler.ifPresent(process -> nodes.add(process.status()));
    return new ClusterStatus(defaultFs(), folder, nodes);
  }

  /** Reads one block from each DataNode and times it; all must run. */
  public synchronized List<RateCheck> checkRates() throws IOException {
    List<Long> rates = new ArrayList<>();
    for (int node = 0; node < settings.dataNodes(); node++) {
      rates.add(dataNodes.rateBytesPerSecond(node));
    }
    return RateCheck.run(clientConfiguration(), dataNodeAddresses(), rates);
  }

  /**
   * Lets a DataNode read at the settings' rate divided by {@code factor}; 1 makes it healthy. Takes
   * a cluster with a rate: what has no limit cannot be divided.
   */
  public synchronized void slow(int node, double factor) throws IOException {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException(
          "a node can be slowed by a factor above 0, for instance 8; found " + factor);
    }
    if (settings.rateBytesPerSecond() == 0 && factor != 1) {
      throw new IllegalStateException(
          "the DataNodes of this cluster have no rate to divide by "
              + factor
              + "; start it with a rate");
    }
    long slowed = (long) (settings.rateBytesPerSecond() / factor);
    if (slowed == 0 && settings.rateBytesPerSecond() > 0) {
      throw new IllegalArgumentException(
          "%d bytes/s divided by %s is less than one; take a smaller factor, or stop the node"
              .formatted(settings.rateBytesPerSecond(), factor));
    }
    dataNodes.setRate(node, slowed);
  }

  /** Sets a DataNode's read rate, 0 for no limit; takes effect at once, for reads in flight too. */
  public synchronized void setRate(int node, long bytesPerSecond) throws IOException {
    dataNodes.setRate(node, bytesPerSecond);
  }

  /** The rate a DataNode has, asked from the node itself; rounded down to 100 bytes a second. */
  public synchronized long rateBytesPerSecond(int node) throws IOException {
    return dataNodes.rateBytesPerSecond(node);
  }

  /**
   * Lets every read of a block from a DataNode wait for so long before its first byte, as of a disk
   * that seeks badly; zero for not at all. Small reads feel it, where a rate would not be noticed.
   */
  public synchronized void delay(int node, Duration delay) throws IOException {
    dataNodes.setDelay(node, delay);
  }

  /** Bytes that all DataNodes have sent to readers since they started, aborted reads included. */
  public synchronized long sentBytes() throws IOException {
    long sum = 0;
    for (int node = 0; node < settings.dataNodes(); node++) {
      sum += dataNodes.sentBytes(node);
    }
    return sum;
  }

  /**
   * The same once nothing more is sent, of what nobody waits for either: hedged reads leave some
   * running, which is part of what they cost, and would be in the way of the next reader. Waits for
   * 30 s at most.
   */
  public long sentBytesOnceQuiet() throws IOException, InterruptedException {
    long deadline = System.nanoTime() + QUIET_NANOS_MAX;
    long sent = sentBytes();
    for (long before = -1; before != sent && System.nanoTime() - deadline < 0; ) {
      before = sent;
      TimeUnit.MILLISECONDS.sleep(QUIET_MILLIS);
      sent = sentBytes();
    }
    return sent;
  }

  /** What one DataNode has sent. */
  public synchronized long sentBytes(int node) throws IOException {
    return dataNodes.sentBytes(node);
  }

  /** Stops a DataNode as it is (SIGSTOP): it accepts connections and serves nothing. */
  public synchronized void stop(int node) throws IOException {
    dataNodes.stop(node);
  }

  /** Lets a stopped DataNode run on. */
  public synchronized void resume(int node) throws IOException {
    dataNodes.resume(node);
  }

  /** Kills a DataNode (SIGKILL), stopped or not. */
  public synchronized void kill(int node) throws IOException {
    dataNodes.kill(node);
  }

  /** Kills a DataNode if it runs and starts it with the data, ports and rate it had. */
  public synchronized void restartDataNode(int node) throws IOException {
    dataNodes.restart(node, Deadline.after(settings.startTimeout()));
  }

  /** Stops a Redis server as it is (SIGSTOP). */
  public synchronized void stopRedis(int server) throws IOException {
    redis(server).child().stop();
  }

  /** Lets a stopped Redis server run on. */
  public synchronized void resumeRedis(int server) throws IOException {
    redis(server).child().resume();
  }

  /** Kills a Redis server (SIGKILL), stopped or not. */
  public synchronized void killRedis(int server) throws IOException {
    redis(server).child().kill();
  }

  /** Kills a Redis server if it runs and starts an empty one on its port. */
  public synchronized void restartRedis(int server) throws IOException {
    redis(server).restart(Deadline.after(settings.startTimeout()));
  }

  /** Stops the manager as it is (SIGSTOP). */
  public synchronized void stopManager() throws IOException {
    requireManager().child().stop();
  }

  /** Lets the stopped manager run on. */
  public synchronized void resumeManager() throws IOException {
    requireManager().child().resume();
  }

  /** Kills the manager (SIGKILL), stopped or not. */
  public synchronized void killManager() throws IOException {
    requireManager().child().kill();
  }

  /**
   * Returns when the manager has reached every cache node: what is written before gets no parity.
   */
  public synchronized void awaitCacheNodes() throws IOException {
    requireManager().awaitCacheNodes(Deadline.after(settings.startTimeout()));
  }

  /** Kills the manager if it runs and starts another on its port, which judges nodes anew. */
  public synchronized void restartManager() throws IOException {
    requireManager().restart(Deadline.after(settings.startTimeout()));
  }

  private RedisProcess redis(int server) {
    if (server < 0 || server >= redisServers.size()) {
      throw new IllegalArgumentException(
          "there is no Redis server " + server + "; the cluster has " + redisServers.size());
    }
    return redisServers.get(server);
  }

  private ManagerProcess requireManager() {
    return manager.orElseThrow(
        () -> new IllegalStateException("this cluster has no manager: it was started without one"));
  }

  /** Ends every node, removes the folder and returns when both are gone. */
  @Override
  public void close() throws IOException {
    janitor.close();
  }
}
