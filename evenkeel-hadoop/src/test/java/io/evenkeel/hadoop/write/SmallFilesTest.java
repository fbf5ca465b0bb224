package io.evenkeel.hadoop.write;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.http.WireCodec;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.server.namenode.FSNamesystem;
import org.apache.log4j.AppenderSkeleton;
import org.apache.log4j.Level;
import org.apache.log4j.Logger;
import org.apache.log4j.spi.LoggingEvent;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What gets no parity costs neither the NameNode nor the manager nor a cache node a call. */
class SmallFilesTest {
  /** More by {@code -Devenkeel.test.small.files=10000}. */
  private static final int FILES = Integer.getInteger("evenkeel.test.small.files", 1_000);

  private static HdfsInProcess hdfs;

  /** What the manager was asked. */
  private final List<String> asked = new CopyOnWriteArrayList<>();

  private HttpServer manager;
  private ServerSocket redis;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @BeforeEach
  void listen() throws IOException {
    manager = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    manager.createContext("/", this::answer);
    manager.start();
    redis = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void hangUp() throws IOException {
    manager.stop(0);
    redis.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      asked.add(path);
      NodeId node = new NodeId("127.0.0.1:" + redis.getLocalPort());
      Object answer =
          path.equals("/v1/reserve")
              ? new ManagerApi.Reservation(
                  List.of(node), Duration.ofSeconds(60), Optional.empty(), "")
              : ManagerApi.Answer.YES;
      byte[] yes = WireCodec.write(answer);
      exchange.sendResponseHeaders(200, yes.length);
      exchange.getResponseBody().write(yes);
    }
  }

  /** But whether to be on, which is asked by the clock. */
  private List<String> askedOfFiles() {
    return asked.stream().filter(path -> !path.equals("/v1/clients")).toList();
  }

  /** As a user has it: what says which files get parity has its defaults. */
  private Configuration withDefaults() {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.unset("evenkeel.write.min.bytes");
    conf.unset("evenkeel.write.one.block");
    // Else a file that is closed before its DataNode has reported it takes 400 ms.
    conf.setInt("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", 5);
    conf.set("evenkeel.manager.uri", "http://127.0.0.1:" + manager.getAddress().getPort());
    conf.set("evenkeel.redis.nodes", "127.0.0.1:" + redis.getLocalPort());
    return conf;
  }

  private static boolean isCalled(ServerSocket listening) {
    try {
      listening.setSoTimeout(300);
      listening.accept().close();
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(FileSystem fs, int files) throws IOException {
    for (int i = 0; i < files; i++) {
      try (FSDataOutputStream out = fs.create(new Path("/small/file" + i))) {
        out.write(new byte[1 + i % 3000]);
      }
    }
  }

  @Test
  void smallFiles_costNobodyACall() throws Exception {
    try (Audit audit = new Audit();
        EvenkeelFileSystem fs = (EvenkeelFileSystem) FileSystem.newInstance(withDefaults())) {
      write(fs, FILES);
      assertThat(fs.awaitPublished(Duration.ofSeconds(30))).isTrue();
      assertThat(fs.writeTotals().files()).isEqualTo(FILES);
      assertThat(fs.writeTotals().stripesUnprotected()).isZero();
      assertThat(audit.count("create")).isEqualTo(FILES);
      assertThat(audit.lookups()).isZero();
    }
    assertThat(askedOfFiles()).isEmpty();
    assertThat(isCalled(redis)).as("a cache node was called").isFalse();
  }

  /** What the NameNode says it was asked. */
  private static final class Audit extends AppenderSkeleton implements AutoCloseable {
    private final Logger logger = Logger.getLogger(FSNamesystem.class.getName() + ".audit");
    private final Map<String, Integer> counts = new ConcurrentHashMap<>();
    private final Level before = logger.getLevel();

    Audit() {
      logger.setLevel(Level.INFO);
      logger.addAppender(this);
    }

    @Override
    protected void append(LoggingEvent event) {
      String command = event.getRenderedMessage().replaceAll("(?s).*\\bcmd=(\\w+).*", "$1");
      counts.merge(command, 1, Integer::sum);
    }

    int count(String command) {
      return counts.getOrDefault(command, 0);
    }

    /** What the blocks of a file are asked by. */
    int lookups() {
      return count("open") + count("getfileinfo");
    }

    @Override
    public void close() {
      // Else it is closed once more when it is collected, in the middle of the next test.
      closed = true;
      logger.removeAppender(this);
      logger.setLevel(before);
    }

    @Override
    public boolean requiresLayout() {
      return false;
    }
  }

  @Test
  void listing_connectsToNobody() throws Exception {
    try (FileSystem fs = FileSystem.newInstance(withDefaults())) {
      for (FileStatus status : fs.listStatus(new Path("/"))) {
        fs.getFileStatus(status.getPath());
        fs.getContentSummary(status.getPath());
      }
    }
    assertThat(asked).isEmpty();
    assertThat(isCalled(redis)).as("a cache node was called").isFalse();
  }

  /** A file that is long enough is where all are called, so the tests above can fail. */
  @Test
  void fileOfTwoBlocks_callsManagerCacheNodeAndNameNode() throws Exception {
    try (Audit audit = new Audit();
        FileSystem fs = FileSystem.newInstance(withDefaults())) {
      try (FSDataOutputStream out = fs.create(new Path("/long"))) {
        out.write(new byte[3 << 20]);
      }
      Answer.until("the manager is asked for room", () -> !askedOfFiles().isEmpty());
      Answer.until("a cache node is called", () -> isCalled(redis));
      Answer.until("the blocks are looked up", () -> audit.lookups() > 0);
    }
  }

  @Test
  void excludedPaths_areWrittenTheStockWay() throws Exception {
    Configuration conf = withDefaults();
    conf.set("evenkeel.write.include", "/in");
    conf.set("evenkeel.write.exclude", "/in/*/.staging");
    try (FileSystem fs = FileSystem.newInstance(conf)) {
      for (String path : new String[] {"/out", "/in/me/.staging/job"}) {
        try (FSDataOutputStream out = fs.create(new Path(path))) {
          assertThat(out.getClass()).as(path).isEqualTo(HdfsDataOutputStream.class);
          out.write(new byte[3 << 20]);
        }
      }
      assertThat(askedOfFiles()).isEmpty();
      try (FSDataOutputStream out = fs.create(new Path("/in/me/file"))) {
        assertThat(out.getClass()).isNotEqualTo(HdfsDataOutputStream.class);
      }
    }
  }
}
