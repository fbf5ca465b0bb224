package io.evenkeel.server;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.NodeStore;
import io.evenkeel.http.Health;
import io.evenkeel.http.HttpManagerServer;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.http.JmxCounters;
import io.evenkeel.http.JmxSettings;
import io.evenkeel.http.NameNodeDirectory;
import io.evenkeel.http.NameNodeDirectory.DataNode;
import io.evenkeel.manager.Failures;
import io.evenkeel.manager.LocalManager;
import io.evenkeel.manager.Manager;
import io.evenkeel.manager.ManagerSettings;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A manager over a node store, reachable over HTTP: what the daemon runs, for any process. */
public final class ManagerServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ManagerServer.class);
  private static final long MOST_TICK_NANOS = 1_000_000_000L;
  private static final Duration DIRECTORY_INTERVAL = Duration.ofSeconds(30);

  /** Many ticks, and longer than a full collection of the heap. */
  private static final Duration HEALTHY_TICK_AGE = Duration.ofSeconds(15);

  private static final int TICKS_PER_TIME_TO_LIVE = 30;

  private final LoopScheduler loop;
  private final Failures failures;
  private final LocalManager manager;
  private final HttpManagerServer http;
  private Optional<JmxCounters> counters = Optional.empty();
  private Optional<NameNodeDirectory> directory = Optional.empty();

  /**
   * Starts it. A cache node that cannot be reached is used as soon as it can.
   *
   * @param store stays the caller's to close, after this
   */
  public ManagerServer(NodeStore store, ManagerSettings settings, HttpServerSettings httpSettings)
      throws IOException {
    this(store, settings, httpSettings, () -> true, new Failures(LOG::error));
  }

  /**
   * The same, and it tells clients whether to be on.
   *
   * @param clientsOn asked with every answer, on any thread, and waits for nothing
   * @param failures where what goes wrong in it is counted
   */
  public ManagerServer(
      NodeStore store,
      ManagerSettings settings,
      HttpServerSettings httpSettings,
      BooleanSupplier clientsOn,
      Failures failures)
      throws IOException {
    this(store, settings, httpSettings, clientsOn, failures, new LoopScheduler("evenkeel-manager"));
  }

  /**
   * The same.
   *
   * @param loop where all of it happens; closed with it, and if it cannot start
   */
  ManagerServer(
      NodeStore store,
      ManagerSettings settings,
      HttpServerSettings httpSettings,
      BooleanSupplier clientsOn,
      Failures failures,
      LoopScheduler loop)
      throws IOException {
    this.failures = failures;
    this.loop = loop;
    SecureRandom random = new SecureRandom();
    Manager state = new Manager(settings, store.nodes(), store::allocatedBytes, random::nextLong);
    long tickNanos =
        LongStream.of(
                MOST_TICK_NANOS,
                settings.timeToLive().toNanos() / TICKS_PER_TIME_TO_LIVE,
                settings.evaluateEvery().toNanos())
            .min()
            .orElseThrow();
    manager = new LocalManager(state, store, loop, tickNanos, LOG::info, failures);
    HttpManagerServer started;
    try {
      started = new HttpManagerServer(manager, httpSettings, this::health, clientsOn);
    } catch (IOException | RuntimeException e) {
      manager.close();
      loop.close();
      throw e;
    }
    http = started;
  }

  /**
   * Knows from now on which DataNodes there are, and looks at their counters, too.
   *
   * @param nameNode the web address of the NameNode that lists them
   */
  public void watchDataNodesOf(URI nameNode) {
    DataNodes dataNodes = new DataNodes();
    JmxCounters rates = new JmxCounters(JmxSettings.defaults(), loop, dataNodes);
    counters = Optional.of(rates);
    directory =
        Optional.of(
            new NameNodeDirectory(
                nameNode,
                DIRECTORY_INTERVAL,
                loop,
                found -> {
                  dataNodes.found(found);
                  rates.watch(found.stream().map(DataNode::http).toList());
                },
                LOG::warn));
  }

  /** Tells the manager of the DataNodes. All of it in the loop. */
  private final class DataNodes implements JmxCounters.Receiver {
    private Map<URI, NodeId> nodes = Map.of();

    void found(List<DataNode> found) {
      Map<URI, NodeId> byAddress = new HashMap<>();
      found.forEach(d -> byAddress.put(d.http(), d.node()));
      nodes = byAddress;
      manager.storageNodes(found.stream().map(DataNode::node).toList());
    }

    @Override
    public void counted(DataNodeCounters counted) {
      manager.observeCounters(counted);
    }

    @Override
    public void failed(URI dataNode, IOException cause) {
      LOG.debug("{}", cause.getMessage());
      NodeId node = nodes.get(dataNode);
      if (node != null) {
        manager.countersUnanswered(node);
      }
    }
  }

  private Health health() {
    long sinceTickNanos = manager.sinceTickNanos();
    return new Health(
        sinceTickNanos <= HEALTHY_TICK_AGE.toNanos(),
        TimeUnit.NANOSECONDS.toMillis(sinceTickNanos),
        failures.count(),
        failures.last());
  }

  /** The manager itself, for whoever comes in by no door. */
  public ManagerService manager() {
    return manager;
  }

  public URI uri() {
    return http.uri();
  }

  /** Whether only this machine can reach it. */
  public boolean isOnLoopback() {
    return http.isOnLoopback();
  }

  @Override
  public void close() {
    http.close();
    directory.ifPresent(NameNodeDirectory::close);
    counters.ifPresent(JmxCounters::close);
    manager.close();
    loop.close();
  }
}
