package io.evenkeel.hadoop.fill;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.fill.FillLoop;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.hadoop.HadoopExitHook;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import io.evenkeel.hadoop.read.WholeStripe;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.redis.RedisSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;

/**
 * The filler daemon: makes the parity of HDFS files that the manager orders. Reads as the user that
 * runs the process, who must be allowed to.
 */
public final class Filler implements AutoCloseable {
  private final ClientSettings settings;
  private final ClientRuntime runtime;
  private final EvenkeelClient client;
  private final BlockConnector connector;
  private final Consumer<String> log;
  private final FillLoop loop;
  private final AtomicBoolean closed = new AtomicBoolean();
  private EditFollower edits;

  private Filler(
      ClientSettings settings,
      ClientRuntime runtime,
      EvenkeelClient client,
      BlockConnector connector,
      Consumer<String> log) {
    this.settings = settings;
    this.runtime = runtime;
    this.client = client;
    this.connector = connector;
    this.log = log;
    this.loop = new FillLoop(settings, runtime, this::open, log);
  }

  /**
   * Starts taking orders. Neither the manager, nor HDFS, nor a cache node needs to be up.
   *
   * @param conf a client's configuration
   * @param log told one line at a time, by any thread, what became of each order
   * @throws IllegalArgumentException when the configuration lacks something; says what
   * @throws IOException when something of it is not there now, such as the NameNode's host name
   */
  public static Filler start(Configuration conf, Consumer<String> log) throws IOException {
    URI hdfs = FileSystem.getDefaultUri(conf);
    if (!"hdfs".equals(hdfs.getScheme())) {
      throw new IllegalArgumentException(
          "fs.defaultFS is '%s': set it to hdfs://HOST:PORT, the HDFS to read".formatted(hdfs));
    }
    ClientSettings settings = EvenkeelSettings.from(conf);
    if (!settings.hasParity()) {
      throw new IllegalArgumentException(
          "evenkeel.manager.uri is '%s' and evenkeel.redis.nodes is %s: set the manager to take"
                  .formatted(
                      settings.managerUri(),
                      settings.redisNodes().stream().map(RedisSettings::masked).toList())
              + " orders from (http://HOST:8460) and the cache nodes (HOST:PORT,...)");
    }
    EvenkeelClient client = client(hdfs, conf, settings);
    BlockConnector connector =
        new BlockConnector(client, conf, (int) settings.connectTimeout().toMillis());
    ClientRuntime runtime = ClientRuntime.acquire(settings, new HadoopExitHook());
    Filler filler = new Filler(settings, runtime, client, connector, log);
    filler.loop.start();
    return filler;
  }

  /** Hadoop takes a host that is not known now for a wrong argument. */
  private static EvenkeelClient client(URI hdfs, Configuration conf, ClientSettings settings)
      throws IOException {
    Configuration own = EvenkeelClient.configuration(conf, settings.code().dataCount());
    try {
      return new EvenkeelClient(hdfs, own, null, node -> false);
    } catch (IllegalArgumentException e) {
      if (e.getCause() instanceof UnknownHostException) {
        throw new IOException("fs.defaultFS is %s: no such host is known".formatted(hdfs), e);
      }
      throw e;
    }
  }

  /** Has the manager told, from now on, of files that any client deletes, cuts or renames. */
  public synchronized void followEdits() {
    if (edits == null && !closed.get()) {
      edits = new EditFollower(client, runtime.changedFiles().orElseThrow(), log);
      edits.start();
    }
  }

  private synchronized void unfollowEdits() {
    if (edits != null) {
      edits.close();
    }
  }

  private WholeStripe open(FillOrder order, ReadServices reads) throws IOException {
    ReadLayout layout =
        new ReadLayout(settings.code(), settings.subblockBytes(), Schemes.named("parallel"));
    try {
      return WholeStripe.open(order, reads, layout, connector, client);
    } catch (FileNotFoundException e) {
      // Whoever deleted it has not told, or not yet: nobody need be asked to make it again.
      PathChange gone = PathChange.gone(order.path()).asPossibleDuplicate();
      runtime.changedFiles().ifPresent(changes -> changes.tell(gone));
      throw e;
    }
  }

  /** Takes no more orders and gives up those under way; waits a little for what they left. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    unfollowEdits();
    loop.close();
    runtime.release();
    try {
      client.close();
    } catch (IOException e) {
      log.accept("closing the HDFS client failed: " + e.getMessage());
    }
  }
}
