package io.evenkeel.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport.LaneReport.Outcome;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.testing.store.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Who accuses a node is known by his connection; a real manager, with real connections. */
class WitnessesOverHttpTest {
  private static final int HUNG = 3;
  private static final int NODES = 6;
  private static final int MIB = 1 << 20;
  private static final Witness ELSEWHERE = new Witness("10.0.0.2");

  private final OneCacheNode cache = new OneCacheNode();
  private ManagerServer server;

  @BeforeEach
  void start() throws IOException {
    ManagerSettings settings =
        ManagerSettings.of(OneCacheNode.CAPACITY_BYTES, Duration.ofMinutes(1))
            .withDetector("ratio-to-median", Duration.ofMinutes(10), Duration.ofMillis(20));
    server = new ManagerServer(cache.store, settings, HttpServerSettings.loopback(0));
  }

  @AfterEach
  void stop() {
    server.close();
    cache.close();
  }

  private static NodeSample sample(int node, int hung) {
    NodeId id = new NodeId("datanode-" + node + ":9866");
    return node == hung
        ? new NodeSample(id, MIB, 0, 2_000_000_000, Outcome.ABORTED)
        : new NodeSample(id, MIB, MIB, 100_000_000, Outcome.FINISHED);
  }

  private static List<NodeSample> samples(int hung) {
    return IntStream.range(0, NODES).mapToObj(node -> sample(node, hung)).toList();
  }

  private void tellElsewhere(int hung) {
    Answer.<ManagerApi.Answer>of(
            then -> server.manager().observe(ELSEWHERE, samples(hung), List.of(), then))
        .value();
  }

  private static String json(NodeSample sample) {
    return ("{\"node\":\"%s\",\"requestedBytes\":%d,\"receivedBytes\":%d,\"busyNanos\":%d,"
            + "\"outcome\":\"%s\"}")
        .formatted(
            sample.node().address(),
            sample.requestedBytes(),
            sample.receivedBytes(),
            sample.busyNanos(),
            sample.outcome());
  }

  /** Accuses a node from an address of this machine, and claims to be somebody else. */
  private void tellFrom(String address, String claimed) throws IOException {
    String samples =
        samples(HUNG).stream().map(s -> json(s)).collect(Collectors.joining(",", "[", "]"));
    String body = "{\"by\":\"%s\",\"samples\":%s,\"ledgers\":[]}".formatted(claimed, samples);
    String request =
        ("POST /v1/observe HTTP/1.1\r\nHost: manager\r\nX-Forwarded-For: %s\r\n"
                + "Content-Length: %d\r\n\r\n%s")
            .formatted(claimed, body.length(), body);
    try (Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(address, 0));
      socket.connect(new InetSocketAddress(server.uri().getHost(), server.uri().getPort()));
      socket.getOutputStream().write(request.getBytes(US_ASCII));
      BufferedReader in =
          new BufferedReader(new InputStreamReader(socket.getInputStream(), US_ASCII));
      assertThat(in.readLine()).isEqualTo("HTTP/1.1 200 OK");
    }
  }

  private NodeLoad accused() {
    return Answer.<ManagerStatus>of(server.manager()::status).value().load().nodes().stream()
        .filter(n -> n.node().equals(sample(HUNG, HUNG).node()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  @EnabledOnOs(OS.LINUX) // Elsewhere 127.0.0.2 is nobody's.
  void allAddressesOfThisMachine_areOneWitness_whateverTheyClaim() throws Exception {
    tellElsewhere(NODES);
    tellFrom("127.0.0.1", "10.0.0.3");
    tellFrom("127.0.0.2", "10.0.0.4");
    // Of one witness, twice two seconds; of two of them it would be enough.
    Answer.until(
        "both are heard", () -> accused().reason().contains("waited 4 s") || accused().straggler());
    assertThat(accused().straggler()).isFalse();
    assertThat(accused().reason()).startsWith("1 ").contains("not enough");

    tellElsewhere(HUNG);
    Answer.until("another machine accuses it", () -> accused().straggler());
    assertThat(accused().reason()).startsWith("2 clients: ");
  }
}
