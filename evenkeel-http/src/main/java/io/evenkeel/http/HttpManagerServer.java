package io.evenkeel.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.FillAnswer;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.http.Messages.ChangedRequest;
import io.evenkeel.http.Messages.ExplainRequest;
import io.evenkeel.http.Messages.Explanations;
import io.evenkeel.http.Messages.FillsRequest;
import io.evenkeel.http.Messages.MissingRequest;
import io.evenkeel.http.Messages.ObserveRequest;
import io.evenkeel.http.Messages.PublishRequest;
import io.evenkeel.http.Messages.ReserveFillRequest;
import io.evenkeel.http.Messages.ReserveRequest;
import io.evenkeel.http.Messages.TicketsRequest;
import io.evenkeel.http.Messages.WithdrawRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A manager over HTTP: JSON bodies by POST, {@code GET /v1/status} for people, {@code GET /healthz}
 * for who watches over it: 200, or 503 when it is not well. What is wrong with a request is
 * answered with a 4xx and {@code {"error": ...}}; what is wrong here with a 5xx, and what should
 * never happen is told to the thread's handler of uncaught exceptions, too. The connection to the
 * manager behind it is the caller's to close.
 */
public final class HttpManagerServer implements AutoCloseable {
  /** Of clients that connect at once, as those of a large job do, so many wait to be accepted. */
  private static final int BACKLOG = 1024;

  /** What OPERATING reckons with, 20 KiB each. */
  private static final int KEPT_MAX = 4096;

  static {
    // The JDK's server reads these once a process, before the first one is made. It sends the head
    // and the body of an answer one by one: by default TCP keeps the second back until the first
    // is acknowledged, which clients delay: 40 ms an answer.
    setUnlessSet("sun.net.httpserver.nodelay", "true");
    // Clients that tell something each second keep their connections: of more than 200, as is the
    // default, each would connect anew each time.
    setUnlessSet("sun.net.httpserver.maxIdleConnections", Integer.toString(KEPT_MAX));
  }

  private static void setUnlessSet(String key, String value) {
    if (System.getProperty(key) == null) {
      System.setProperty(key, value);
    }
  }

  private static final int OK = 200;
  private static final int BAD_REQUEST = 400;
  private static final int NOT_FOUND = 404;
  private static final int METHOD_NOT_ALLOWED = 405;
  private static final int TOO_LARGE = 413;
  private static final int INTERNAL = 500;
  private static final int UNAVAILABLE = 503;
  private static final int NO_BODY = -1;

  /**
   * Of what was received, so much is answered at once: taken apart it takes many times the room.
   */
  private static final int ANSWERED_AT_ONCE = 4;

  private final Semaphore answering = new Semaphore(ANSWERED_AT_ONCE);

  /** How many requests wait for the manager. */
  private final AtomicInteger awaited = new AtomicInteger();

  /**
   * Until when the manager is taken to stand still, for it has left an answer out and has given no
   * other meanwhile. A few requests at a time wait for it then and the others are refused at once,
   * or all threads would wait, and none were left to tell who watches over it.
   */
  private volatile long standsUntilNanos = System.nanoTime();

  private final AtomicLong answeredCount = new AtomicLong();

  private final HttpServerSettings settings;
  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final Map<String, Endpoint> endpoints = new TreeMap<>();
  private final BooleanSupplier clientsOn;
  private final Function<InetAddress, Witness> witnesses;

  private interface Handler {
    Object answer(Witness by, byte[] body) throws IOException, Refusal;
  }

  private record Endpoint(String method, Handler handler) {}

  /** What a client did wrong, or what is wrong here. */
  private static final class Refusal extends Exception {
    final int status;

    Refusal(int status, String message) {
      super(message);
      this.status = status;
    }
  }

  /**
   * Listens from now on.
   *
   * @param health how the manager is; asked on any thread, and waits for nothing
   */
  public HttpManagerServer(
      ManagerService manager, HttpServerSettings settings, Supplier<Health> health)
      throws IOException {
    this(manager, settings, health, () -> true);
  }

  /**
   * The same, and it tells clients whether to be on.
   *
   * @param clientsOn asked with every answer, on any thread, and waits for nothing
   */
  public HttpManagerServer(
      ManagerService manager,
      HttpServerSettings settings,
      Supplier<Health> health,
      BooleanSupplier clientsOn)
      throws IOException {
    this(manager, settings, health, clientsOn, Witnesses.ofThisMachine()::of);
  }

  /**
   * The same.
   *
   * @param witnesses who is at the other end of a connection from there
   */
  HttpManagerServer(
      ManagerService manager,
      HttpServerSettings settings,
      Supplier<Health> health,
      BooleanSupplier clientsOn,
      Function<InetAddress, Witness> witnesses)
      throws IOException {
    this.settings = settings;
    this.clientsOn = clientsOn;
    this.witnesses = witnesses;
    InetSocketAddress address = new InetSocketAddress(settings.bindAddress(), settings.port());
    server = HttpServer.create(address, BACKLOG);
    threads =
        new ThreadPoolExecutor(
            settings.threads(),
            settings.threads(),
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(settings.maxQueued()),
            task -> Daemons.thread(task, "evenkeel-http-server"));
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    endpoints.put(
        Messages.TICKETS,
        witnessed(
            TicketsRequest.class,
            (by, r) -> this.<TicketAnswer>await(t -> manager.tickets(by, r.stripes(), t))));
    endpoints.put(
        Messages.RESERVE,
        waiting(
            ReserveRequest.class,
            r -> this.<Reservation>await(t -> manager.reserve(r.id(), r.geometry(), t))));
    endpoints.put(
        Messages.PUBLISH,
        post(
            PublishRequest.class,
            r -> this.<Answer>await(t -> manager.publish(r.id(), r.content(), t))));
    endpoints.put(
        Messages.WITHDRAW,
        witnessed(
            WithdrawRequest.class,
            (by, r) -> this.<Answer>await(t -> manager.withdraw(by, r.id(), r.reason(), t))));
    endpoints.put(
        Messages.MISSING,
        post(MissingRequest.class, r -> this.<Answer>await(t -> manager.missing(r.id(), t))));
    putForNodes(manager);
    putForFills(manager);
    putForPeople(manager, health);
    server.createContext("/", this::handle);
    server.start();
  }

  private interface Call<R> {
    Object answer(R request) throws Refusal;
  }

  private interface WitnessedCall<R> {
    Object answer(Witness by, R request) throws Refusal;
  }

  private interface Operation<T> {
    Pending start(Completion<T> then);
  }

  private <R> Endpoint post(Class<R> type, Call<R> call) {
    return witnessed(type, (by, request) -> call.answer(request));
  }

  private <R> Endpoint witnessed(Class<R> type, WitnessedCall<R> call) {
    return new Endpoint(
        "POST",
        (by, body) -> {
          acquire();
          try {
            return call.answer(by, WireCodec.read(body, type));
          } finally {
            answering.release();
          }
        });
  }

  private boolean stands() {
    return System.nanoTime() - standsUntilNanos < 0;
  }

  private void goesOn() {
    answeredCount.incrementAndGet();
    standsUntilNanos = System.nanoTime();
  }

  private void acquire() throws Refusal {
    try {
      if (answering.tryAcquire()
          || (!stands()
              && answering.tryAcquire(settings.answerTimeout().toNanos(), TimeUnit.NANOSECONDS))) {
        return;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw unanswered();
  }

  private static Refusal unanswered() {
    return new Refusal(UNAVAILABLE, "the manager does not answer now");
  }

  /** A small request whose answer may be held back: the others are answered meanwhile. */
  private <R> Endpoint waiting(Class<R> type, Call<R> call) {
    Endpoint reading = witnessed(type, (by, request) -> request);
    return new Endpoint(
        "POST", (by, body) -> call.answer(type.cast(reading.handler().answer(by, body))));
  }

  private void putForNodes(ManagerService manager) {
    endpoints.put(
        Messages.OBSERVE,
        witnessed(
            ObserveRequest.class,
            (by, r) -> this.<Answer>await(t -> manager.observe(by, r.samples(), r.ledgers(), t))));
    endpoints.put(
        Messages.QUEUES,
        witnessed(
            QueueReport.class, (by, r) -> this.<QueueAnswer>await(t -> manager.queues(by, r, t))));
  }

  private void putForFills(ManagerService manager) {
    endpoints.put(
        Messages.RESERVE_FILL,
        waiting(
            ReserveFillRequest.class,
            r ->
                this.<Reservation>await(
                    t -> manager.reserveFill(r.id(), r.version(), r.geometry(), t))));
    endpoints.put(
        Messages.CHANGED,
        post(ChangedRequest.class, r -> this.<Answer>await(t -> manager.changed(r.changes(), t))));
    endpoints.put(
        Messages.FILLS,
        post(FillsRequest.class, r -> this.<FillAnswer>await(t -> manager.fills(r.most(), t))));
  }

  private void putForPeople(ManagerService manager, Supplier<Health> health) {
    endpoints.put(
        Messages.EXPLAIN,
        post(
            ExplainRequest.class,
            r ->
                new Explanations(
                    this.<List<StripeExplanation>>await(t -> manager.explain(r.stripes(), t)))));
    endpoints.put(
        Messages.STATUS,
        new Endpoint("GET", (by, body) -> this.<ManagerApi.ManagerStatus>await(manager::status)));
    endpoints.put(Messages.CLIENTS, new Endpoint("GET", (by, body) -> clients()));
    endpoints.put(Messages.HEALTH, new Endpoint("GET", (by, body) -> health.get()));
  }

  private Answer clients() {
    return clientsOn.getAsBoolean()
        ? Answer.YES
        : Answer.no("by this manager's --off or --switch-file");
  }

  private <T> T await(Operation<T> operation) throws Refusal {
    try {
      if (awaited.incrementAndGet() > ANSWERED_AT_ONCE && stands()) {
        throw unanswered();
      }
      return answered(operation);
    } finally {
      awaited.decrementAndGet();
    }
  }

  private <T> T answered(Operation<T> operation) throws Refusal {
    long answeredBefore = answeredCount.get();
    CompletableFuture<T> answer = new CompletableFuture<>();
    Pending pending = operation.start(Completion.to(answer));
    try {
      T value = answer.get(settings.answerTimeout().toNanos(), TimeUnit.NANOSECONDS);
      goesOn();
      return value;
    } catch (ExecutionException e) {
      goesOn();
      if (e.getCause() instanceof RefusedRequestException refusal) {
        throw new Refusal(BAD_REQUEST, refusal.getMessage());
      }
      throw new Refusal(INTERNAL, "the manager failed: " + e.getCause().getMessage());
    } catch (TimeoutException e) {
      if (answeredCount.get() == answeredBefore) {
        standsUntilNanos = System.nanoTime() + 2 * settings.answerTimeout().toNanos();
      }
      pending.cancel();
      throw new Refusal(UNAVAILABLE, "the manager did not answer in " + settings.answerTimeout());
    } catch (InterruptedException e) {
      pending.cancel();
      Thread.currentThread().interrupt();
      throw new Refusal(UNAVAILABLE, "the server is closing");
    }
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      int status = OK;
      Object answer;
      try {
        answer = answer(exchange);
        status = answer instanceof Health health && !health.healthy() ? UNAVAILABLE : OK;
      } catch (Refusal e) {
        status = e.status;
        answer = new Messages.Refused(e.getMessage());
      } catch (RuntimeException e) {
        status = INTERNAL;
        answer = new Messages.Refused("the server failed: " + e);
        Thread here = Thread.currentThread();
        here.getUncaughtExceptionHandler().uncaughtException(here, e);
      }
      byte[] body = WireCodec.write(answer);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      if (!clientsOn.getAsBoolean()) {
        exchange.getResponseHeaders().set(Messages.CLIENTS_HEADER, Messages.OFF);
      }
      if (isHead(exchange)) {
        exchange.sendResponseHeaders(status, NO_BODY);
        return;
      }
      exchange.sendResponseHeaders(status, body.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(body);
      }
    }
  }

  private Object answer(HttpExchange exchange) throws IOException, Refusal {
    String path = exchange.getRequestURI().getPath();
    Endpoint endpoint = endpoints.get(path);
    if (endpoint == null) {
      throw new Refusal(NOT_FOUND, "no " + path + " here; there are " + endpoints.keySet());
    }
    // As load balancers ask.
    String method = isHead(exchange) ? "GET" : exchange.getRequestMethod();
    if (!endpoint.method().equals(method)) {
      throw new Refusal(
          METHOD_NOT_ALLOWED,
          path + " takes " + endpoint.method() + ", not " + exchange.getRequestMethod());
    }
    byte[] body = read(exchange);
    try {
      Witness by = witnesses.apply(exchange.getRemoteAddress().getAddress());
      return endpoint.handler().answer(by, body);
    } catch (IOException e) {
      throw new Refusal(BAD_REQUEST, path + " cannot read the request: " + e.getMessage());
    }
  }

  private static boolean isHead(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("HEAD");
  }

  private byte[] read(HttpExchange exchange) throws IOException, Refusal {
    try (InputStream in = exchange.getRequestBody()) {
      byte[] body = in.readNBytes(settings.maxRequestBytes() + 1);
      if (body.length > settings.maxRequestBytes()) {
        throw new Refusal(
            TOO_LARGE, "a request has at most " + settings.maxRequestBytes() + " bytes");
      }
      return body;
    }
  }

  /** Where it listens. */
  public URI uri() {
    InetSocketAddress address = server.getAddress();
    String host = address.getAddress().getHostAddress();
    return URI.create(
        "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + address.getPort());
  }

  /** Whether only this machine can reach it. */
  public boolean isOnLoopback() {
    return server.getAddress().getAddress().isLoopbackAddress();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
