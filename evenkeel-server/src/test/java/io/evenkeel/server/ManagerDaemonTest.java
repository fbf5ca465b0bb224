package io.evenkeel.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.testing.store.Answer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How the daemon starts, what it says and how it ends, as who runs it sees it. */
class ManagerDaemonTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int TERMINATED = 128 + 15;
  private static final Pattern WARNS_OF_NODE = Pattern.compile("WARN .*127\\.0\\.0\\.1:1");

  /** Nothing listens on port 1: a cache node that is down. */
  private static final String[] USUAL = {"--redis", "127.0.0.1:1", "--capacity-bytes", "16777216"};

  @TempDir private Path folder;

  /** Null for a pipe. */
  private Path stdout;

  private final List<String> jvmOptions = new ArrayList<>(List.of("-Xmx128m"));

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void kill() {
    started.forEach(Process::destroyForcibly);
  }

  private Process start(String... arguments) throws IOException {
    return run("io.evenkeel.server.ManagerMain", arguments);
  }

  private Process run(String main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(jvmOptions);
    command.add(main);
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(stderr().toFile());
    if (stdout != null) {
      builder.redirectOutput(stdout.toFile());
    }
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process process = builder.start();
    started.add(process);
    return process;
  }

  private Process startUsual(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of(USUAL));
    arguments.addAll(List.of(more));
    return start(arguments.toArray(String[]::new));
  }

  private Path stderr() {
    return folder.resolve("stderr");
  }

  private String said() {
    try {
      return Files.readString(stderr());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String firstLine(Process process) throws IOException {
    BufferedReader out = process.inputReader(UTF_8);
    return out.readLine();
  }

  /** Where it says that it is. */
  private static String address(String ready) {
    return ready.split(" ", 3)[1];
  }

  private static int exitStatus(Process process) throws InterruptedException {
    assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).as("ended").isTrue();
    return process.exitValue();
  }

  @Test
  void start_saysAddressNodesAndCapacity_withTheTime() throws Exception {
    Process process = startUsual("--port", "0", "--time-to-live-seconds", "60");
    String ready = firstLine(process);
    assertThat(ready).matches("ready http://127\\.0\\.0\\.1:\\d+ without 127\\.0\\.0\\.1:1");
    assertThat(said())
        .containsPattern(
            "(?m)^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d,\\d{3} INFO +ManagerMain: Manager at "
                + address(ready)
                + "; cache nodes \\[127.0.0.1:1\\], up to 16 MiB on each; .* 40 s at least$")
        .contains("on other hosts need --bind")
        .doesNotContain("SLF4J")
        .doesNotContain("log4j:");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void standardOutputThatIsFull_isSaidInTheLog() throws Exception {
    stdout = Path.of("/dev/full");
    Process process = start("--port", "0");
    Answer.until("the log says it", () -> said().contains("It is ready, and cannot say so"));
    assertThat(process.isAlive()).isTrue();
  }

  /** What waits at the nodes, and the switch, need no cache. */
  @Test
  void withoutCacheNodes_clientsAreToldOfEachOther() throws Exception {
    Process process = start("--port", "0");
    String ready = firstLine(process);
    assertThat(ready).matches("ready http://127\\.0\\.0\\.1:\\d+");
    assertThat(said()).contains("no cache nodes, so that nothing is cached");
    try (HttpManagerClient client =
        new HttpManagerClient(
            HttpClientSettings.of(URI.create(address(ready))).withTimes(PATIENCE, PATIENCE))) {
      Epoch reader = new Epoch("00112233445566778899aabbccddeeff");
      List<Queued> queued = List.of(new Queued(new NodeId("dn:1"), 7, 0));
      Answer<QueueAnswer> told =
          Answer.of(then -> client.queues(new QueueReport(reader, queued), then));
      assertThat(told.value().nodes()).isEqualTo(queued);
    }
    process.destroy();
    assertThat(exitStatus(process)).isEqualTo(TERMINATED);
  }

  @Test
  void sigterm_stopsInOrderAndFreesThePort() throws Exception {
    Process process = startUsual("--port", "0");
    String ready = firstLine(process);
    process.destroy();
    assertThat(exitStatus(process)).isEqualTo(TERMINATED);
    assertThat(said()).contains("Stopping").contains("Stopped");
    int port = URI.create(address(ready)).getPort();
    assertThat(firstLine(startUsual("--port", Integer.toString(port)))).isEqualTo(ready);
  }

  @Test
  void sigterm_stopsWhenItListensToStandardInputToo() throws Exception {
    Process process = startUsual("--port", "0", "--end-on-stdin-eof");
    firstLine(process);
    process.destroy();
    assertThat(exitStatus(process)).isEqualTo(TERMINATED);
    assertThat(said()).contains("Stopped");
  }

  @Test
  void unreachableCacheNode_isNamedInTheLog() throws Exception {
    Process process = startUsual("--port", "0");
    firstLine(process);
    Answer.until("it warns", () -> WARNS_OF_NODE.matcher(said()).find());
  }

  @Test
  void heapThatIsTooSmall_isSaid() throws Exception {
    firstLine(startUsual("--port", "0", "--max-stripes", "100000"));
    assertThat(said()).contains(" is little for 100000 stripes").contains("give it -Xmx184m or");
    firstLine(startUsual("--port", "0", "--max-stripes", "10000"));
    assertThat(said()).doesNotContain(" is little for 10000 stripes");
  }

  @Test
  void cacheThatIsTooSmallForAFileOfThePaper_isSaid() throws Exception {
    firstLine(startUsual("--port", "0", "--policy", "paper"));
    assertThat(said())
        .contains("no parity as they are written: 256 MiB are set aside for each")
        .contains("the cache has 16 MiB");
    firstLine(startUsual("--port", "0", "--policy", "paper", "--largest-file-bytes", "64m"));
    assertThat(said()).as("with checksums it is more").contains("16 MiB are set aside for each");
    firstLine(startUsual("--port", "0", "--policy", "paper", "--largest-file-bytes", "16m"));
    assertThat(said()).doesNotContain("no parity as they are written");
  }

  @Test
  void wantOfMemory_endsIt_andItSaysSo() throws Exception {
    Process process = run("io.evenkeel.server.OutOfMemoryMain");
    assertThat(exitStatus(process)).isEqualTo(UncaughtFailures.OUT_OF_MEMORY);
    assertThat(said())
        .contains("thread test-loop failed")
        .contains("not the end")
        .contains("evenkeel manager: out of memory (Java heap space), it ends")
        .contains("--max-stripes");
  }

  @Test
  void health_isAnswered() throws Exception {
    String ready = firstLine(startUsual("--port", "0"));
    URI health = URI.create(address(ready)).resolve("/healthz");
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(health).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).contains("\"healthy\":true").contains("\"failures\":0");
  }

  /** More than the JDK's server keeps by itself. */
  @Test
  void connectionsOfManyClients_areKept() throws Exception {
    URI manager = URI.create(address(firstLine(startUsual("--port", "0"))));
    List<Socket> clients = new ArrayList<>();
    try {
      for (int i = 0; i < 300; i++) {
        Socket client = new Socket(manager.getHost(), manager.getPort());
        client.setSoTimeout((int) PATIENCE.toMillis());
        clients.add(client);
        askHealth(client);
      }
      for (Socket client : clients) {
        askHealth(client);
      }
    } finally {
      for (Socket client : clients) {
        client.close();
      }
    }
  }

  private static void askHealth(Socket client) throws IOException {
    client.getOutputStream().write("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(UTF_8));
    StringBuilder answer = new StringBuilder();
    // Its body is one object with none in it.
    while (answer.indexOf("}") < 0) {
      int next = client.getInputStream().read();
      assertThat(next).as("after '%s'", answer).isNotNegative();
      answer.append((char) next);
    }
    assertThat(answer).startsWith("HTTP/1.1 200 ");
  }

  /** Ten seconds by itself, of few threads; a second here. */
  @Test
  void whoDoesNotReadItsAnswers_isCutOff() throws Exception {
    jvmOptions.add("-Dsun.net.httpserver.maxRspTime=1");
    URI manager = URI.create(address(firstLine(startUsual("--port", "0"))));
    byte[] request = "GET /healthz HTTP/1.1\r\nHost: manager\r\n\r\n".getBytes(UTF_8);
    try (Socket socket = new Socket()) {
      socket.setReceiveBufferSize(4096);
      socket.connect(new InetSocketAddress(manager.getHost(), manager.getPort()));
      OutputStream out = socket.getOutputStream();
      // Answers fill what the two hosts buffer; then nothing is taken any more.
      assertTimeoutPreemptively(
          PATIENCE,
          () ->
              assertThatThrownBy(
                      () -> {
                        while (true) {
                          out.write(request);
                        }
                      })
                  .isInstanceOf(IOException.class));
    }
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(manager.resolve("/healthz")).build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
  }

  @Test
  void portInUse_isSaid() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Process process = startUsual("--port", Integer.toString(taken.getLocalPort()));
      assertThat(exitStatus(process)).isEqualTo(1);
      assertThat(said())
          .contains("cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .contains("Address already in use")
          .contains("--port")
          .doesNotContain("\tat ");
    }
  }

  @Test
  void addressThatIsNotHere_isSaid() throws Exception {
    // TEST-NET-1 of RFC 5737: nobody has it.
    Process process = startUsual("--port", "0", "--bind", "192.0.2.1");
    assertThat(exitStatus(process)).isEqualTo(1);
    assertThat(said()).contains("cannot listen on 192.0.2.1:0").doesNotContain("\tat ");
  }

  @Test
  void badRedisAddress_isSaidWithoutItsPassword() throws Exception {
    Process process =
        start("--redis", "redis://u:secret@host:notaport", "--capacity-bytes", "16777216");
    assertThat(exitStatus(process)).isEqualTo(2);
    assertThat(said())
        .contains("a Redis server is named host:port")
        .contains("host:notaport")
        .doesNotContain("secret");
  }

  @Test
  void off_isTheCommandLinesOrTheFiles_andInEveryAnswer() throws Exception {
    URI off = URI.create(address(firstLine(startUsual("--port", "0", "--off"))));
    for (String path : List.of("/v1/clients", "/v1/status", "/nowhere")) {
      assertThat(headerOf(off, path)).as(path).contains("off");
    }
    Path file = folder.resolve("switch");
    URI on = URI.create(address(firstLine(startUsual("--port", "0", "--switch-file", "" + file))));
    assertThat(headerOf(on, "/v1/clients")).isEmpty();
    Files.writeString(file, "off\n");
    Answer.until("it reads the file", () -> headerOf(on, "/v1/clients").isPresent());
    assertThat(said()).contains("Evenkeel for all clients is off by the switch file " + file);
  }

  private static Optional<String> headerOf(URI manager, String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(manager.resolve(path)).build(),
              HttpResponse.BodyHandlers.ofString())
          .headers()
          .firstValue("Evenkeel-Clients");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void passwordOnTheCommandLine_isAdvisedAgainst_andNeverSaid() throws Exception {
    firstLine(start("--port", "0", "--redis", "u:secret@127.0.0.1:1", "--capacity-bytes", "1m"));
    assertThat(said()).contains("can see the password in --redis").doesNotContain("secret");
  }

  @Test
  void badCapacity_isSaid() throws Exception {
    Process zero = start("--redis", "127.0.0.1:1", "--capacity-bytes", "0");
    assertThat(exitStatus(zero)).isEqualTo(2);
    assertThat(said())
        .contains("--capacity-bytes takes 1.0 MiB (1048576 bytes) or more, got 0 bytes");
    Process words = start("--redis", "127.0.0.1:1", "--capacity-bytes", "1x");
    assertThat(exitStatus(words)).isEqualTo(2);
    assertThat(said()).contains("--capacity-bytes: expected bytes", "found \"1x\"");
  }
}
