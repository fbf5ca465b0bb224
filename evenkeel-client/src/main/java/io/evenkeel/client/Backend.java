package io.evenkeel.client;

import io.evenkeel.client.nodes.QueueBook;
import io.evenkeel.client.nodes.QueueReportSender;
import io.evenkeel.client.nodes.SampleSender;
import io.evenkeel.client.process.ExitHook;
import io.evenkeel.client.ticket.TicketQuestions;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteBudget;
import io.evenkeel.core.fill.WriteLimits;
import io.evenkeel.core.fill.WritePorts;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.port.LaneSource;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.core.store.CacheLaneSource;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The manager and the cache nodes, where there are any: who asks and tells them, and who writes.
 * Each is made when it is first needed, connects to nobody and starts no thread before something is
 * asked of it, and neither the manager nor a cache node needs to be up. Most processes are short,
 * and what they do not use is not even loaded. Thread-safe.
 */
final class Backend implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Backend.class);

  private final ClientSettings settings;
  private final WriteLimits limits;
  private final ClientPorts ports;
  private final ManagerSwitch managerSwitch;
  private volatile ManagerApi manager;
  private TicketQuestions tickets;
  private SampleSender samples;
  private NodeStore store;
  private LaneSource lanes;
  private WriteServices services;
  private final ExitHook exitHook;
  private final Runnable firstUse;
  private ExitHook.Installed atExit;
  private boolean closed;

  /**
   * @param settings that name a manager
   * @param exitHook how the end of the process is made to wait for what was written
   * @param firstUse run whenever a file begins that may get parity
   */
  Backend(ClientSettings settings, ClientPorts ports, ExitHook exitHook, Runnable firstUse) {
    this.settings = settings;
    this.ports = ports;
    this.limits =
        WriteLimits.of(settings.code(), settings.subblockBytes())
            .withProcessBytes(settings.writeProcessBytes())
            .withInFlight(settings.writeFiles(), settings.writeFragments())
            .withPolicy(settings.writePolicy());
    this.exitHook = exitHook;
    this.firstUse = firstUse;
    this.managerSwitch = new ManagerSwitch(() -> manager, this::manager, ports.scheduler());
  }

  synchronized ManagerApi manager() {
    if (manager == null) {
      manager = ports.manager();
      if (closed) {
        manager.close();
      }
    }
    return manager;
  }

  /** Whether the manager wants clients on. */
  boolean isOn() {
    return managerSwitch.isOn();
  }

  /** Only where there are cache nodes, as all that follows of parity. */
  synchronized TicketQuestions tickets() {
    if (tickets == null) {
      tickets = new TicketQuestions(this::manager, ports.scheduler(), ports.background());
    }
    return tickets;
  }

  /**
   * @param bornNanos when the process began to use Evenkeel, on the scheduler's clock
   */
  synchronized SampleSender samples(long bornNanos) {
    if (samples == null) {
      samples = new SampleSender(manager(), ports.scheduler(), bornNanos);
    }
    return samples;
  }

  /** Tells of what is in the book, and the book of what others have; connects to nobody yet. */
  QueueReportSender reports(QueueBook book) {
    return new QueueReportSender(
        book, this::manager, ports.scheduler(), () -> Epoch.next(ports.random()));
  }

  /** Tells the manager what it was not told yet of detours, if anything, and then runs a task. */
  void tellLedgers(Runnable then) {
    SampleSender made;
    synchronized (this) {
      made = samples;
    }
    if (made == null) {
      then.run();
    } else {
      made.tellLedgers(then);
    }
  }

  synchronized LaneSource lanes() {
    if (lanes == null) {
      lanes = new CacheLaneSource(store());
    }
    return lanes;
  }

  private synchronized NodeStore store() {
    if (store == null) {
      store = ports.store();
      if (closed) {
        store.close();
      }
    }
    return store;
  }

  /** From the first call on the end of the process waits until what was written is published. */
  synchronized WriteServices writeServices() {
    if (services == null) {
      ChangedFiles changes = new ChangedFiles(this::manager, ports.scheduler(), ports.background());
      WritePorts writing =
          new WritePorts(
              store(),
              manager(),
              ports.scheduler(),
              ports.random(),
              ports.writeThreads(),
              changes::written,
              LOG::warn);
      ParityWriters made =
          new ParityWriters(writing, limits, new WriteBudget(limits.processBytes()));
      services = new WriteServices(made, ports.writeThreads(), changes, firstUse);
      if (!closed) {
        atExit =
            exitHook.install(
                (limit, silent) -> awaitLeaving(services, limit, silent),
                settings.writeExitTimeout());
      }
    }
    return services;
  }

  /**
   * At the end of the process: what was changed is told at once, and last what the writers' ends
   * have added to it.
   */
  private static boolean awaitLeaving(WriteServices made, Duration limit, Duration silent)
      throws InterruptedException {
    long deadline = System.nanoTime() + limit.toNanos();
    made.changes().hurry();
    boolean isQuiet = made.parityWriters().awaitQuiet(limit, silent);
    return made.changes().awaitTold(leftUntil(deadline), silent) && isQuiet;
  }

  private static Duration leftUntil(long deadlineNanos) {
    return Duration.ofNanos(deadlineNanos - System.nanoTime());
  }

  /**
   * Waits until what was written and closed is published or given up; false when it takes longer.
   */
  boolean awaitPublished(Duration timeout) throws InterruptedException {
    WriteServices made = madeServices();
    return made == null || made.parityWriters().awaitQuiet(timeout);
  }

  /**
   * Runs a task when what was written and closed is published or given up and what was changed is
   * told, each after the limit at most.
   */
  void whenPublished(Duration limit, Runnable task) {
    WriteServices made = madeServices();
    if (made == null) {
      task.run();
    } else {
      ChangedFiles changes = made.changes();
      changes.hurry();
      made.parityWriters().whenQuiet(limit, () -> changes.whenTold(limit, task));
    }
  }

  private synchronized WriteServices madeServices() {
    return services;
  }

  /** What ends with it is told outside the lock: it may ask for something here. */
  @Override
  public void close() {
    ExitHook.Installed hook;
    ManagerApi asked;
    NodeStore stored;
    synchronized (this) {
      closed = true;
      hook = atExit;
      asked = manager;
      stored = store;
    }
    if (hook != null) {
      hook.close();
    }
    if (asked != null) {
      asked.close();
    }
    if (stored != null) {
      stored.close();
    }
  }
}
