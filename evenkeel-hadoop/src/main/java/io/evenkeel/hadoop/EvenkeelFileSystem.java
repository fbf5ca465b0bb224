package io.evenkeel.hadoop;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.ReadTotals;
import io.evenkeel.client.process.OnceOnly;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.stream.Thresholds;
import io.evenkeel.core.fill.ParityWriters;
import io.evenkeel.core.fill.WriteTotals;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import io.evenkeel.hadoop.read.EvenkeelDataInputStream;
import io.evenkeel.hadoop.read.OpenFileAdvice;
import io.evenkeel.hadoop.read.OpenStreams;
import io.evenkeel.hadoop.stock.StockMembers;
import io.evenkeel.hadoop.write.EvenkeelClients;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The drop-in for {@code hdfs://}: set {@code fs.hdfs.impl} to this class. It is a {@link
 * DistributedFileSystem} in every respect; reads go past stragglers, and what is written gets its
 * parity cached. Whatever Evenkeel does not cover falls through to stock behaviour.
 */
public class EvenkeelFileSystem extends DistributedFileSystem {
  private static final Logger LOG = LoggerFactory.getLogger(EvenkeelFileSystem.class);

  /** Hadoop's key for the class of {@code FileSystem}. */
  public static final String CLASS_KEY = "fs.hdfs.impl";

  private static final AtomicBoolean TOLD_OFF = new AtomicBoolean();

  private ClientSettings settings;

  /** Those that somebody still holds. */
  private final Set<EvenkeelDataInputStream> streams =
      Collections.newSetFromMap(new WeakHashMap<>());

  /** Null: this is the stock file system. */
  private volatile ClientRuntime runtime;

  private OpenStreams openStreams;

  /** What streams count into instead of this file system's own; null for that. */
  private final FileSystem.Statistics counter;

  /** The constructor that Hadoop calls. */
  public EvenkeelFileSystem() {
    this(null);
  }

  /** One that opens files for somebody else, who counts what is read. */
  EvenkeelFileSystem(FileSystem.Statistics counter) {
    this.counter = counter;
  }

  /** Whether it is more than the stock file system. */
  public boolean isCovering() {
    return runtime != null;
  }

  /**
   * The stock file system, then ours on top: whatever goes wrong with that leaves the stock one.
   */
  @Override
  public void initialize(URI uri, Configuration conf) throws IOException {
    if (EvenkeelSettings.isOff(conf)) {
      super.initialize(uri, conf);
      if (TOLD_OFF.compareAndSet(false, true)) {
        LOG.info("Evenkeel is off: {} is false", EvenkeelKeys.ENABLED.name());
      }
      return;
    }
    Configuration own;
    try {
      settings = EvenkeelSettings.from(conf);
      own = EvenkeelClient.configuration(conf, settings.code().dataCount());
    } catch (Throwable e) {
      super.initialize(uri, conf);
      tellWithout(e);
      tellUnknownKeys(conf, e);
      return;
    }
    // In our context already: for the client that replaces this one a second is costly to make.
    super.initialize(uri, own);
    if (counter != null) {
      statistics = counter;
    }
    // Who makes a client of getConf() must not get our context.
    setConf(conf);
    try {
      start(uri, own);
    } catch (Throwable e) {
      tellWithout(e);
    }
    if (runtime == null) {
      leaveOurContext(uri, conf);
    }
  }

  /** A stock client in our context would keep connections there that nobody can cut. */
  private void leaveOurContext(URI uri, Configuration conf) throws IOException {
    DFSClient client = getClient();
    super.initialize(uri, conf);
    client.close();
  }

  private static void tellWithout(Throwable why) {
    String cause =
        why instanceof EvenkeelSettings.WrongSettingException ? why.getMessage() : why.toString();
    OnceOnly.warn(LOG, cause, "HDFS is used without Evenkeel");
  }

  /** Who corrects a wrong value wants to know of misspelt keys, too. */
  private static void tellUnknownKeys(Configuration conf, Throwable wrong) {
    try {
      if (wrong instanceof EvenkeelSettings.WrongSettingException) {
        tell(ConfigurationDoubts.unknownKeys(conf));
      }
    } catch (RuntimeException | LinkageError e) {
      // What is wrong was told; HDFS is not to fail for the rest.
    }
  }

  private static void tell(List<String> doubts) {
    for (String doubt : doubts) {
      OnceOnly.warn(LOG, doubt, "Configuration");
    }
  }

  private void start(URI uri, Configuration conf) {
    tell(ConfigurationDoubts.of(conf, settings));
    ClientRuntime acquired = ClientRuntime.acquire(settings, new HadoopExitHook());
    try {
      Optional<EvenkeelClient> client =
          EvenkeelClients.install(
              this,
              uri,
              conf,
              statistics,
              acquired::avoids,
              settings.writePacketBytes(),
              acquired.writeServices());
      if (client.isPresent()) {
        int connectMillis = (int) settings.connectTimeout().toMillis();
        openStreams =
            new OpenStreams(
                client.get(),
                new BlockConnector(client.get(), conf, connectMillis),
                acquired,
                new ReadLayout(
                    settings.code(), settings.subblockBytes(), Schemes.named(settings.scheme())),
                new Thresholds(settings.sequentialBytes(), settings.preadBytes()),
                settings.striped() ? Optional.of(settings.stripedVerification()) : Optional.empty(),
                statistics);
        runtime = acquired;
      }
    } finally {
      if (runtime == null) {
        acquired.release();
      }
    }
  }

  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return accelerated(super.open(path, bufferSize));
  }

  @Override
  public FSDataInputStream open(PathHandle handle, int bufferSize) throws IOException {
    return accelerated(super.open(handle, bufferSize));
  }

  /** As {@code open}, except that a symbolic link on the way is an UnresolvedLinkException. */
  FSDataInputStream openWithoutLinks(String path, int bufferSize, boolean verify)
      throws IOException {
    DFSInputStream in = getClient().open(path, bufferSize, verify);
    try {
      HdfsDataInputStream opened = getClient().createWrappedInputStream(in);
      return verify ? accelerated(opened) : opened;
    } catch (IOException e) {
      in.close();
      throw e;
    }
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    return advised(super.openFileWithOptions(path, parameters), parameters);
  }

  @Override
  protected CompletableFuture<FSDataInputStream> openFileWithOptions(
      PathHandle handle, OpenFileParameters parameters) throws IOException {
    return advised(super.openFileWithOptions(handle, parameters), parameters);
  }

  /** A future that fails with what the stock one fails with, not with an exception around it. */
  private static CompletableFuture<FSDataInputStream> advised(
      CompletableFuture<FSDataInputStream> opening, OpenFileParameters given) {
    CompletableFuture<FSDataInputStream> opened = new CompletableFuture<>();
    opening.whenComplete(
        (in, failure) -> {
          if (failure != null) {
            opened.completeExceptionally(failure);
          } else {
            opened.complete(advised(in, given));
          }
        });
    return opened;
  }

  static FSDataInputStream advised(FSDataInputStream opened, OpenFileParameters given) {
    if (opened instanceof EvenkeelDataInputStream own) {
      try {
        own.advise(OpenFileAdvice.of(given.getOptions()));
      } catch (RuntimeException | Error e) {
        // The stock class does not look at them: they are advice, and no reason to fail.
        LOG.debug("What was said of a read is not understood", e);
      }
    }
    return opened;
  }

  /** Only what is exactly a stock stream; encrypted ones stay as they are. */
  private FSDataInputStream accelerated(FSDataInputStream opened) {
    ClientRuntime running = runtime;
    boolean covered =
        running != null
            && running.isOn()
            && opened instanceof HdfsDataInputStream
            && opened.getWrappedStream() instanceof DFSInputStream
            && StockMembers.OfReads.canOpenLanes();
    if (!covered) {
      return opened;
    }
    Optional<EvenkeelDataInputStream> stream =
        openStreams.over((DFSInputStream) opened.getWrappedStream());
    if (stream.isEmpty()) {
      return opened;
    }
    synchronized (streams) {
      streams.add(stream.get());
    }
    if (runtime != running) {
      // Closed meanwhile, maybe before it could know of this stream.
      stream.get().endLanes();
    }
    running.tellFirstUse();
    EvenkeelStatistics.register();
    return stream.get();
  }

  /** What this file system's reads have done so far, for benchmarks and tests. */
  public ReadTotals readTotals() {
    ClientRuntime running = runtime;
    return running == null ? new ReadTotals(0, 0, 0, 0, 0, 0) : running.readTotals();
  }

  /** What became of the files that this process has written, for benchmarks and tests. */
  public WriteTotals writeTotals() {
    return Optional.ofNullable(runtime)
        .flatMap(ClientRuntime::parityWriters)
        .map(ParityWriters::totals)
        .orElse(new WriteTotals(0, 0, 0, 0));
  }

  /** The most that reads of this process have held in buffers at once. */
  public long peakBufferBytes() {
    ClientRuntime running = runtime;
    return running == null ? 0 : running.buffers().peakBytes();
  }

  /**
   * Waits until the parity of what was written and closed is published or given up: for the end of
   * a program, a benchmark or a test. No close waits for it.
   *
   * @return false when it takes longer
   */
  public boolean awaitPublished(Duration timeout) throws InterruptedException {
    ClientRuntime running = runtime;
    return running == null || running.awaitPublished(timeout);
  }

  @Override
  public void close() throws IOException {
    ClientRuntime held = takeRuntime();
    try {
      try {
        endLanes();
      } finally {
        super.close();
      }
    } finally {
      if (held != null) {
        held.release();
      }
    }
  }

  /** Of several that close at once one has it to release. */
  private ClientRuntime takeRuntime() {
    synchronized (streams) {
      ClientRuntime held = runtime;
      runtime = null;
      return held;
    }
  }

  /** Or their connections would stay for as long as whoever forgot to close them runs. */
  private void endLanes() {
    List<EvenkeelDataInputStream> open;
    synchronized (streams) {
      open = new ArrayList<>(streams);
    }
    open.forEach(EvenkeelDataInputStream::endLanes);
  }
}
