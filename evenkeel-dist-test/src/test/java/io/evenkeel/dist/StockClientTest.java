package io.evenkeel.dist;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.dist.ClientJar.Stock;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The packaged jar in JVMs that have nothing else but a stock client and four keys: the way it is
 * installed. Against a real cluster of which one DataNode, the only one with its block, is stopped.
 */
class StockClientTest {
  private static final int BLOCK_BYTES = 1 << 20;
  private static final int STRIPE_BLOCKS = 4;
  private static final int FILE_BYTES = 6 * BLOCK_BYTES + 12_345;
  private static final int FILE_STRIPES = 2;
  private static final long SEED = 7;
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration PROBE_DELAY = Duration.ofMillis(100);
  private static final String SHELL = "org.apache.hadoop.fs.FsShell";

  @TempDir private static Path folder;
  private static LocalCluster cluster;
  private static HttpManagerClient manager;
  private static Path evenkeelConf;
  private static Path stockConf;
  private static Path local;
  private static byte[] bytes;

  @BeforeAll
  static void start() throws IOException {
    cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(6)
                .redisServers(2)
                .blockSizeBytes(BLOCK_BYTES)
                .replication(1)
                .placementWidth(STRIPE_BLOCKS)
                .cacheBytes(64L << 20)
                .build());
    manager =
        new HttpManagerClient(
            HttpClientSettings.of(URI.create(cluster.managerUri().orElseThrow()))
                .withTimes(PATIENCE, PROBE_DELAY));
    evenkeelConf = configuration("evenkeel", cluster.clientProperties().evenkeel());
    stockConf = configuration("stock", cluster.clientProperties().stock());
    bytes = new byte[FILE_BYTES];
    new SplittableRandom(SEED).nextBytes(bytes);
    local = Files.write(folder.resolve("local"), bytes);
  }

  @AfterAll
  static void stop() throws IOException {
    manager.close();
    cluster.close();
  }

  /** A folder as {@code HADOOP_CONF_DIR} names one. */
  private static Path configuration(String name, Map<String, String> properties)
      throws IOException {
    Path conf = folder.resolve(name);
    ClientProperties.writeConfiguration(properties, conf);
    Files.copy(
        StockClientTest.class.getResourceAsStream("/client-log4j.properties"),
        conf.resolve("log4j.properties"));
    return conf;
  }

  private static ClientProcess shell(Stock stock, String... arguments) throws Exception {
    List<String> classPath = new ArrayList<>();
    classPath.add(evenkeelConf.toString());
    classPath.add(ClientJar.path().toString());
    classPath.addAll(stock.classPath());
    return ClientProcess.run(classPath, folder, SHELL, List.of(arguments));
  }

  private static ClientProcess stockShell(Stock stock, String... arguments) throws Exception {
    List<String> classPath = new ArrayList<>();
    classPath.add(stockConf.toString());
    classPath.addAll(stock.classPath());
    return ClientProcess.run(classPath, folder, SHELL, List.of(arguments));
  }

  private static ManagerStatus status() {
    return Answer.<ManagerStatus>of(manager::status).value();
  }

  private static void awaitPublished(int stripes) {
    Answer.until(stripes + " stripes are published", () -> status().publishedStripes() >= stripes);
  }

  /** The DataNode that has a block of a file which has one replica of each. */
  private static int nodeOf(String path, int block) throws IOException {
    try (DistributedFileSystem fs = cluster.newStockFileSystem()) {
      long offset = (long) block * BLOCK_BYTES;
      String[] names =
          fs.getFileBlockLocations(new org.apache.hadoop.fs.Path(path), offset, 1)[0].getNames();
      return cluster.dataNodeAt(names[0]);
    }
  }

  @ParameterizedTest
  @EnumSource(Stock.class)
  void shell_withTheJarAndFourKeys_writesParityAndReadsPastAStoppedNode(Stock stock)
      throws Exception {
    String file = "/shell-" + stock;
    int before = status().publishedStripes();
    shell(stock, "-put", local.toString(), file);
    awaitPublished(before + FILE_STRIPES);

    assertThat(shell(stock, "-ls", file).text()).contains(" " + FILE_BYTES + " ");
    assertThat(shell(stock, "-checksum", file).text())
        .isEqualTo(stockShell(stock, "-checksum", file).text());
    shell(stock, "-cp", file, file + "-copy");
    awaitPublished(before + 2 * FILE_STRIPES);
    assertThat(shell(stock, "-cat", file + "-copy").stdout()).isEqualTo(bytes);

    int stopped = nodeOf(file, 2);
    long hits = status().ticketHits();
    cluster.stop(stopped);
    try {
      // Nobody else has the block: these bytes were decoded from parity.
      assertThat(shell(stock, "-cat", file).stdout()).isEqualTo(bytes);
    } finally {
      cluster.resume(stopped);
    }
    assertThat(status().ticketHits()).isGreaterThan(hits);
  }

  @ParameterizedTest
  @EnumSource(Stock.class)
  void childFirstLoader_overStockHadoop_readsThroughLanes(Stock stock) throws Exception {
    String file = "/child-first-" + stock;
    stockShell(stock, "-put", local.toString(), file);
    List<String> classPath = new ArrayList<>();
    classPath.add(evenkeelConf.toString());
    classPath.add(
        Path.of(StockClientTest.class.getProtectionDomain().getCodeSource().getLocation().toURI())
            .toString());
    classPath.addAll(stock.classPath());
    String said =
        ClientProcess.run(
                classPath,
                folder,
                ChildFirstReadMain.class.getName(),
                List.of(ClientJar.path().toString(), file))
            .text();
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
    assertThat(said)
        .contains("sha256=" + HexFormat.of().formatHex(digest))
        .contains("plainBytes=0,")
        .doesNotContain("receivedBytes=0,");
  }
}
