package io.evenkeel.http;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Which DataNodes there are, as a NameNode's {@code /jmx} lists them, asked now and then. Nothing
 * blocks.
 */
public final class NameNodeDirectory implements AutoCloseable {
  private static final String QUERY = "/jmx?qry=Hadoop:service=NameNode,name=NameNodeInfo";
  private static final Duration TIMEOUT = Duration.ofSeconds(5);
  private static final int OK = 200;

  /** Some 40,000 DataNodes. */
  private static final int ANSWER_BYTES_MAX = 32 << 20;

  /**
   * One of them.
   *
   * @param node as clients know it
   * @param http its web address, by the host that clients read from, so that what it counts is
   *     matched with what clients saw
   */
  public record DataNode(NodeId node, URI http) {}

  private final URI nameNode;
  private final Duration interval;
  private final Scheduler scheduler;
  private final Executor serial;
  private final Consumer<List<DataNode>> found;
  private final Consumer<String> trouble;
  private Pending next = Pending.DONE;
  private CompletableFuture<HttpResponse<byte[]>> asked = CompletableFuture.completedFuture(null);
  private boolean troubled;
  private boolean closed;

  /**
   * Asks at once, and again after every interval.
   *
   * @param nameNode {@code http://HOST:PORT} of its web server
   * @param found told the live DataNodes after every answer
   * @param trouble told once when it stops answering
   */
  public NameNodeDirectory(
      URI nameNode,
      Duration interval,
      Scheduler scheduler,
      Consumer<List<DataNode>> found,
      Consumer<String> trouble) {
    this.nameNode = nameNode;
    this.interval = interval;
    this.scheduler = scheduler;
    this.serial = scheduler.serial();
    this.found = found;
    this.trouble = trouble;
    serial.execute(this::ask);
  }

  private void ask() {
    if (closed) {
      return;
    }
    next = scheduler.schedule(interval.toNanos(), () -> serial.execute(this::ask));
    asked =
        SharedHttp.CLIENT.sendAsync(
            HttpRequest.newBuilder(nameNode.resolve(QUERY)).timeout(TIMEOUT).build(),
            BoundedBody.ofAtMost(ANSWER_BYTES_MAX));
    // The serial context has other things to do, and so have the client's threads.
    var unused =
        asked
            .copy()
            .orTimeout(TIMEOUT.toNanos(), TimeUnit.NANOSECONDS)
            .thenApplyAsync(NameNodeDirectory::read)
            .whenComplete((dataNodes, error) -> serial.execute(() -> answered(dataNodes, error)));
  }

  private void answered(List<DataNode> dataNodes, Throwable error) {
    if (closed) {
      return;
    }
    if (error == null) {
      troubled = false;
      found.accept(dataNodes);
    } else if (!troubled) {
      troubled = true;
      Throwable cause = error.getCause() == null ? error : error.getCause();
      trouble.accept(
          "NameNode %s does not list its DataNodes now; those that it has listed are still asked: %s"
              .formatted(nameNode, reason(cause)));
    }
  }

  private static String reason(Throwable cause) {
    if (cause.getMessage() != null) {
      return cause.getMessage();
    }
    if (cause.getCause() instanceof UnresolvedAddressException) {
      return "no address is known of that host";
    }
    return cause instanceof ConnectException ? "nobody listens there" : cause.toString();
  }

  private static List<DataNode> read(HttpResponse<byte[]> response) {
    try {
      if (response.statusCode() != OK) {
        throw new IOException("status " + response.statusCode());
      }
      return read(response.body());
    } catch (IOException e) {
      throw new CompletionException(e);
    }
  }

  /** Every live DataNode of an answer. */
  static List<DataNode> read(byte[] json) throws IOException {
    List<DataNode> dataNodes = new ArrayList<>();
    List<JsonTree> beans = JsonTree.read(json).member("beans").elements();
    if (beans.isEmpty() || !beans.get(0).member("LiveNodes").isText()) {
      throw new IOException("no bean NameNodeInfo with LiveNodes; is it a NameNode's address?");
    }
    try {
      // A map by host name, written as text.
      for (JsonTree node : JsonTree.read(beans.get(0).member("LiveNodes").text()).members()) {
        String transfer = node.member("xferaddr").text();
        String info = node.member("infoAddr").text();
        int host = transfer.lastIndexOf(':');
        int port = info.lastIndexOf(':');
        if (host > 0 && port > 0) {
          URI http = URI.create("http://" + transfer.substring(0, host) + info.substring(port));
          dataNodes.add(new DataNode(new NodeId(transfer), http));
        }
      }
    } catch (IllegalArgumentException e) {
      throw new IOException("an address that is none: " + e.getMessage(), e);
    }
    return dataNodes;
  }

  @Override
  public void close() {
    serial.execute(
        () -> {
          closed = true;
          next.cancel();
          asked.cancel(true);
        });
  }
}
