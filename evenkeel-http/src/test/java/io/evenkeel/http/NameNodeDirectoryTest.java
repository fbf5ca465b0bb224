package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.http.NameNodeDirectory.DataNode;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NameNodeDirectoryTest {
  /** As a NameNode of Hadoop 3.4.3 answers, shortened. */
  private static final String ANSWER =
      """
      {"beans": [{
        "name": "Hadoop:service=NameNode,name=NameNodeInfo",
        "LiveNodes": "{\\"dn-1.example:9866\\":{\\"infoAddr\\":\\"0.0.0.0:9864\\",\
      \\"infoSecureAddr\\":\\"0.0.0.0:0\\",\\"xferaddr\\":\\"10.1.2.3:9866\\",\\"lastContact\\":1},\
      \\"dn-2.example:9866\\":{\\"infoAddr\\":\\"10.1.2.4:9999\\",\\"xferaddr\\":\\"10.1.2.4:9866\\"}}",
        "DeadNodes": "{}"}]}
      """;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void liveNodes_areAskedAtTheHostThatClientsReadFrom() throws IOException {
    assertThat(NameNodeDirectory.read(bytes(ANSWER)))
        .containsExactly(
            new DataNode(new NodeId("10.1.2.3:9866"), URI.create("http://10.1.2.3:9864")),
            new DataNode(new NodeId("10.1.2.4:9866"), URI.create("http://10.1.2.4:9999")));
  }

  @Test
  void whatIsNoNameNode_isSaid() {
    assertThatThrownBy(() -> NameNodeDirectory.read(bytes("{\"beans\":[]}")))
        .hasMessageContaining("is it a NameNode's address?");
    assertThatThrownBy(() -> NameNodeDirectory.read(bytes("<html>")))
        .hasMessageContaining("not JSON");
  }

  /** It is trusted no more than others: what it says is received up to a limit. */
  @Test
  @Timeout(60)
  void answerWithoutAnEnd_isNotReceivedFurther() throws Exception {
    AtomicLong sent = new AtomicLong();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/jmx",
        exchange -> {
          exchange.sendResponseHeaders(200, 0);
          byte[] blanks = new byte[1 << 16];
          Arrays.fill(blanks, (byte) ' ');
          while (true) {
            exchange.getResponseBody().write(blanks);
            sent.addAndGet(blanks.length);
          }
        });
    server.start();
    try {
      assertThat(troubleOf("http://127.0.0.1:" + server.getAddress().getPort()))
          .contains("more than " + (32 << 20) + " bytes");
      // What sockets hold comes to it.
      assertThat(sent.get()).isBetween(32L << 20, 64L << 20);
    } finally {
      server.stop(0);
    }
  }

  @Test
  @Timeout(60)
  void whyItIsNotReached_isSaid() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    assertThat(troubleOf("http://127.0.0.1:" + free)).endsWith("nobody listens there");
    assertThat(troubleOf("http://namenode.invalid:9870"))
        .endsWith("no address is known of that host");
  }

  private static String troubleOf(String nameNode) throws Exception {
    BlockingQueue<String> troubles = new LinkedBlockingQueue<>();
    try (ClockScheduler loop = new ClockScheduler();
        NameNodeDirectory directory =
            new NameNodeDirectory(
                URI.create(nameNode),
                Duration.ofMinutes(10),
                loop,
                found -> troubles.add("found " + found),
                troubles::add)) {
      String trouble = troubles.poll(50, TimeUnit.SECONDS);
      assertThat(trouble).as("what came of %s", directory).isNotNull();
      return trouble;
    }
  }
}
