package io.evenkeel.http;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks DataNodes for their counters over {@code /jmx}, in rounds. A DataNode that has not answered
 * by the next round is not asked twice. Everything but the reading of answers runs in one serial
 * context of the scheduler and nothing blocks; the public methods may be called from any thread.
 */
public final class JmxCounters implements AutoCloseable {
  /** Told in the serial context; must not block. */
  public interface Receiver {
    /**
     * What a DataNode has counted. Its node is the host that was asked with the transfer port that
     * the DataNode names: to match what clients say, ask by the address that the NameNode reports.
     */
    void counted(DataNodeCounters counters);

    /** A DataNode did not answer, or not with counters; it is asked again in the next round. */
    void failed(URI dataNode, IOException cause);
  }

  /**
   * Takes an answer apart, on a thread that neither the serial context nor the connections need.
   */
  interface Reader {
    /**
     * The counters in it.
     *
     * @param host the host that was asked
     */
    List<DataNodeCounters> read(String host, byte[] answer) throws IOException;
  }

  private static final int OK = 200;

  /** A hundred times what a DataNode says. */
  private static final int ANSWER_BYTES_MAX = 1 << 20;

  private final JmxSettings settings;
  private final Scheduler scheduler;
  private final Executor serial;
  private final Receiver receiver;
  private final Reader reader;
  private final Set<URI> dataNodes = new LinkedHashSet<>();

  /** In their order. A set: there may be very many. */
  private final Set<URI> waiting = new LinkedHashSet<>();

  private final Map<URI, CompletableFuture<HttpResponse<byte[]>>> asked = new HashMap<>();
  private Pending nextRound = Pending.DONE;
  private boolean closed;

  /** Starts with no DataNodes. */
  public JmxCounters(JmxSettings settings, Scheduler scheduler, Receiver receiver) {
    this(settings, scheduler, receiver, JmxAnswer::read);
  }

  JmxCounters(JmxSettings settings, Scheduler scheduler, Receiver receiver, Reader reader) {
    this.settings = settings;
    this.scheduler = scheduler;
    this.serial = scheduler.serial();
    this.receiver = receiver;
    this.reader = reader;
    serial.execute(this::round);
  }

  /**
   * From now on asks these DataNodes, those that are new at once.
   *
   * @param httpAddresses {@code http://HOST:PORT} or {@code https://HOST:PORT}
   */
  public void watch(Collection<URI> httpAddresses) {
    Set<URI> wanted = new LinkedHashSet<>(httpAddresses);
    for (URI address : wanted) {
      if (address.getHost() == null || !List.of("http", "https").contains(address.getScheme())) {
        throw new IllegalArgumentException(
            "a DataNode's HTTP address is http://HOST:PORT, got " + address);
      }
    }
    serial.execute(
        () -> {
          Set<URI> before = Set.copyOf(dataNodes);
          dataNodes.clear();
          dataNodes.addAll(wanted);
          waiting.removeIf(address -> !wanted.contains(address));
          wanted.stream().filter(address -> !before.contains(address)).forEach(this::want);
          ask();
        });
  }

  private void round() {
    if (closed) {
      return;
    }
    nextRound =
        scheduler.schedule(settings.interval().toNanos(), () -> serial.execute(this::round));
    dataNodes.forEach(this::want);
    ask();
  }

  private void want(URI address) {
    if (!asked.containsKey(address)) {
      waiting.add(address);
    }
  }

  private void ask() {
    while (!closed && asked.size() < settings.maxRequests() && !waiting.isEmpty()) {
      Iterator<URI> next = waiting.iterator();
      URI address = next.next();
      next.remove();
      ask(address);
    }
  }

  private void ask(URI address) {
    HttpRequest request = HttpRequest.newBuilder(address.resolve(JmxAnswer.QUERY)).build();
    CompletableFuture<HttpResponse<byte[]>> sent =
        SharedHttp.CLIENT.sendAsync(request, BoundedBody.ofAtMost(ANSWER_BYTES_MAX));
    asked.put(address, sent);
    // The serial context has other things to do, and so have the client's threads.
    var unused =
        sent.copy()
            .orTimeout(settings.timeout().toNanos(), TimeUnit.NANOSECONDS)
            .thenApplyAsync(response -> read(address, response))
            .whenComplete(
                (counters, error) -> serial.execute(() -> ended(address, counters, error)));
  }

  /** What was received, and is not what a DataNode answers. */
  private static final class Misfit extends IOException {
    private static final long serialVersionUID = 1;

    Misfit(String message, Throwable cause) {
      super(message, cause);
    }
  }

  private List<DataNodeCounters> read(URI address, HttpResponse<byte[]> response) {
    try {
      if (response.statusCode() != OK) {
        throw new IOException("answered status " + response.statusCode());
      }
      return reader.read(address.getHost(), response.body());
    } catch (IOException e) {
      throw new CompletionException(new Misfit(e.getMessage(), e));
    }
  }

  private void ended(URI address, List<DataNodeCounters> counters, Throwable error) {
    CompletableFuture<HttpResponse<byte[]>> sent = asked.remove(address);
    if (closed) {
      return;
    }
    if (error != null) {
      // Closes the connection of a request that is still under way.
      sent.cancel(true);
    }
    if (dataNodes.contains(address)) {
      tell(address, counters, error);
    }
    ask();
  }

  private void tell(URI address, List<DataNodeCounters> counters, Throwable error) {
    if (error == null) {
      counters.forEach(receiver::counted);
    } else {
      receiver.failed(
          address, new IOException("/jmx of DataNode " + address + ": " + why(error), error));
    }
  }

  private String why(Throwable error) {
    Throwable cause =
        error instanceof CompletionException && error.getCause() != null ? error.getCause() : error;
    if (cause instanceof Misfit) {
      return cause.getMessage();
    }
    return cause instanceof TimeoutException
        ? "did not answer within " + settings.timeout().toMillis() + " ms"
        : "cannot be asked: " + cause;
  }

  /** Asks no more; what is under way is withdrawn. */
  @Override
  public void close() {
    serial.execute(
        () -> {
          closed = true;
          nextRound.cancel();
          waiting.clear();
          asked.values().forEach(sent -> sent.cancel(true));
        });
  }
}
