package io.evenkeel.cluster;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.process.ChildProcess;
import io.evenkeel.process.Deadline;
import io.evenkeel.process.Janitor;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The cluster's manager. */
final class ManagerProcess {
  static final String NAME = "manager";
  static final String MAIN_CLASS = "io.evenkeel.server.ManagerMain";
  private static final int HEAP_MEBIBYTES = 192;

  /** As many as its heap is enough for. */
  private static final int MAX_STRIPES = 100_000;

  private final List<String> redisAddresses;
  private final ClusterSettings settings;
  private final String nameNodeUri;
  private final Path folder;
  private final Janitor janitor;
  private ChildProcess child;
  private String uri = "http://127.0.0.1:0";

  private ManagerProcess(
      List<String> redisAddresses,
      ClusterSettings settings,
      String nameNodeUri,
      Path folder,
      Janitor janitor) {
    this.redisAddresses = List.copyOf(redisAddresses);
    this.settings = settings;
    this.nameNodeUri = nameNodeUri;
    this.folder = folder;
    this.janitor = janitor;
  }

  static ManagerProcess start(
      List<String> redisAddresses,
      ClusterSettings settings,
      String nameNodeUri,
      Path clusterFolder,
      Janitor janitor)
      throws IOException {
    Path folder = Files.createDirectory(clusterFolder.resolve(NAME));
    ManagerProcess manager =
        new ManagerProcess(redisAddresses, settings, nameNodeUri, folder, janitor);
    manager.launch();
    return manager;
  }

  void awaitReady(Deadline deadline) throws IOException {
    // It may go on to say which cache nodes have not answered.
    uri = child.awaitReady(deadline).split(" ", 2)[0];
  }

  /** Returns when it has reached every cache node: what is written before gets no parity. */
  void awaitCacheNodes(Deadline deadline) throws IOException {
    try (HttpManagerClient client = new HttpManagerClient(HttpClientSettings.of(URI.create(uri)))) {
      deadline.await(
          () -> {
            child.checkAlive();
            return reachesAll(client);
          },
          () -> child.failure("does not reach all of " + redisAddresses).getMessage());
    }
  }

  private static boolean reachesAll(HttpManagerClient client) throws InterruptedIOException {
    CompletableFuture<ManagerStatus> answer = new CompletableFuture<>();
    client.status(Completion.to(answer));
    try {
      return answer.get().nodes().stream().allMatch(ManagerApi.NodeStatus::reachable);
    } catch (ExecutionException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while waiting for the manager");
    }
  }

  /** Starts it again, on the port it had. */
  void restart(Deadline deadline) throws IOException {
    child.kill();
    launch();
    awaitReady(deadline);
  }

  ChildProcess child() {
    return child;
  }

  String uri() {
    return uri;
  }

  NodeStatus status() {
    return NodeStatus.of(NAME, NodeStatus.Kind.MANAGER, child, uri.replaceFirst("^http://", ""))
        .withHttp(uri);
  }

  private void launch() throws IOException {
    String port = uri.substring(uri.lastIndexOf(':') + 1);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--port",
                port,
                "--namenode",
                nameNodeUri,
                "--max-stripes",
                Integer.toString(MAX_STRIPES),
                "--end-on-stdin-eof"));
    if (!redisAddresses.isEmpty()) {
      arguments.addAll(
          List.of(
              "--redis",
              String.join(",", redisAddresses),
              "--capacity-bytes",
              Long.toString(settings.cacheBytesPerServer())));
    }
    arguments.addAll(settings.managerArguments());
    child =
        ChildProcess.start(
            NAME,
            JavaCommand.of(
                MAIN_CLASS, HEAP_MEBIBYTES, ChildProcess.logFile(NAME, folder), arguments),
            JavaCommand.environment(),
            folder,
            janitor);
  }
}
