package io.evenkeel.http;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.store.CircuitBreaker;
import io.evenkeel.core.store.CircuitBreaker.Change;
import io.evenkeel.core.store.CircuitBreaker.Permit;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A manager somewhere else. Calls never block and never throw; while the manager does not answer,
 * they fail at once. Nothing is connected, and no thread started, before the first.
 */
public final class HttpManagerClient implements ManagerApi {
  private static final Logger LOG = LoggerFactory.getLogger(HttpManagerClient.class);
  private final HttpClientSettings settings;
  private final CircuitBreaker breaker;
  private final HttpLines lines;
  private final HttpCall.Limiter limiter;
  private final AtomicInteger requests = new AtomicInteger();
  private final Set<HttpCall<?, ?>> calls = ConcurrentHashMap.newKeySet();
  private volatile boolean clientsOn = true;
  private volatile boolean closed;

  public HttpManagerClient(HttpClientSettings settings) {
    this(
        settings,
        (timer, timeout) -> {
          var unused = timer.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
        });
  }

  HttpManagerClient(HttpClientSettings settings, HttpCall.Limiter limiter) {
    this.settings = settings;
    this.limiter = limiter;
    this.lines = new HttpLines(settings.uri());
    this.breaker = new CircuitBreaker(settings.failuresToOpen(), settings.probeDelay().toNanos());
  }

  @Override
  public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    return call(
        Messages.TICKETS, new Messages.TicketsRequest(stripes), TicketAnswer.class, a -> a, then);
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    return call(
        Messages.RESERVE,
        new Messages.ReserveRequest(id, geometry),
        Reservation.class,
        r -> r,
        then);
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    return call(
        Messages.RESERVE_FILL,
        new Messages.ReserveFillRequest(id, version, geometry),
        Reservation.class,
        r -> r,
        then);
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    return call(
        Messages.PUBLISH, new Messages.PublishRequest(id, content), Answer.class, a -> a, then);
  }

  @Override
  public Pending withdraw(StripeId id, String reason, Completion<Answer> then) {
    return call(
        Messages.WITHDRAW, new Messages.WithdrawRequest(id, reason), Answer.class, a -> a, then);
  }

  @Override
  public Pending missing(StripeId id, Completion<Answer> then) {
    return call(Messages.MISSING, new Messages.MissingRequest(id), Answer.class, a -> a, then);
  }

  @Override
  public Pending observe(
      List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    return call(
        Messages.OBSERVE,
        new Messages.ObserveRequest(samples, ledgers),
        Answer.class,
        a -> a,
        then);
  }

  @Override
  public Pending changed(List<PathChange> changes, Completion<Answer> then) {
    return call(Messages.CHANGED, new Messages.ChangedRequest(changes), Answer.class, a -> a, then);
  }

  @Override
  public Pending queues(QueueReport own, Completion<QueueAnswer> then) {
    return call(Messages.QUEUES, own, QueueAnswer.class, a -> a, then);
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    return call(Messages.FILLS, new Messages.FillsRequest(most), FillAnswer.class, a -> a, then);
  }

  @Override
  public Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then) {
    return call(
        Messages.EXPLAIN,
        new Messages.ExplainRequest(stripes),
        Messages.Explanations.class,
        Messages.Explanations::stripes,
        then);
  }

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    return call(Messages.STATUS, null, ManagerStatus.class, s -> s, then);
  }

  @Override
  public Pending clients(Completion<Answer> then) {
    return call(Messages.CLIENTS, null, Answer.class, a -> a, then);
  }

  /** How it is; fails where it says that it is not well, with what it says. */
  public Pending health(Completion<Health> then) {
    return call(Messages.HEALTH, null, Health.class, h -> h, then);
  }

  @Override
  public boolean wantsClientsOn() {
    return clientsOn;
  }

  URI uri(String path) {
    return settings.uri().resolve(path);
  }

  private <B, T> Pending call(
      String path,
      Object request,
      Class<B> type,
      HttpCall.Reader<B, T> reader,
      Completion<T> then) {
    Permit permit = closed ? Permit.REFUSED : breaker.request(System.nanoTime());
    if (permit == Permit.REFUSED) {
      String why = closed ? "the client is closed" : "it has not answered lately";
      then.failed(new IOException("manager " + settings.uri() + " is not asked, " + why));
      return Pending.DONE;
    }
    if (requests.incrementAndGet() > settings.maxRequests()) {
      requests.decrementAndGet();
      breaker.withdrawn(permit);
      then.failed(
          new IOException(
              "manager " + settings.uri() + ": " + settings.maxRequests() + " requests under way"));
      return Pending.DONE;
    }
    HttpCall<B, T> call = new HttpCall<>(this, permit, path, request, type, reader, then);
    calls.add(call);
    try {
      call.limit(limiter, settings.requestTimeout());
    } catch (Throwable e) {
      // No thread for the timers of this JVM could be had: without one nothing ends the call.
      call.unanswered(e);
      return Pending.DONE;
    }
    if (closed) {
      call.closed();
    } else {
      lines.hand(call);
    }
    return call;
  }

  /**
   * What an answer says of the switch. What stands between the manager and us answers, too, and
   * knows nothing of it: who has been told to be off is put on by the manager alone.
   */
  void told(HttpLink.Answer answer, boolean isManagers) {
    if (isManagers || answer.clientsOff()) {
      clientsOn = !answer.clientsOff();
    }
  }

  /** A call's last word: somebody answered something. */
  void answered(Permit permit) {
    if (breaker.answered(permit) == Change.CLOSED) {
      LOG.info("manager {} answers again", settings.uri());
    }
  }

  /** A call's last word: the manager did not answer. */
  void failed(Permit permit, Throwable cause) {
    if (breaker.failed(permit, System.nanoTime()) == Change.OPENED) {
      LOG.warn(
          "manager {} did not answer {} times in a row, reads go without it and without cached"
              + " parity: {}",
          settings.uri(),
          settings.failuresToOpen(),
          cause.toString());
    }
  }

  void withdrawn(Permit permit) {
    breaker.withdrawn(permit);
  }

  void ended(HttpCall<?, ?> call) {
    calls.remove(call);
    lines.withdraw(call);
    requests.decrementAndGet();
  }

  @Override
  public void close() {
    closed = true;
    calls.forEach(HttpCall::closed);
    lines.close();
  }
}
