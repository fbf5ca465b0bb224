package io.evenkeel.hadoop.read;

import io.evenkeel.client.ClientRuntime;
import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.LookUpTurns;
import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.read.ForwardedServices;
import io.evenkeel.client.read.PlainReader;
import io.evenkeel.client.read.ReadBudget;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.hadoop.HadoopExitHook;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Adaptive;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;

/** Files of a real HDFS, read by sessions; what is shared by them can be looked at and replaced. */
final class ReadScene implements AutoCloseable {
  /** For reads that leave nothing over. */
  static final PlainReader NO_PLAIN =
      (at, target, offset, length) -> {
        throw new IOException("left to the stock read at " + at);
      };

  private final DistributedFileSystem fs;
  private final ClientSettings settings;
  private final ClientRuntime runtime;
  private final BlockConnector connector;
  private final List<DFSInputStream> opened = new CopyOnWriteArrayList<>();
  final Services services;

  ReadScene(HdfsInProcess hdfs, Configuration evenkeel) throws IOException {
    fs = (DistributedFileSystem) FileSystem.newInstance(hdfs.uri(), evenkeel);
    settings = EvenkeelSettings.from(evenkeel);
    runtime = ClientRuntime.acquire(settings, new HadoopExitHook());
    connector = new BlockConnector((EvenkeelClient) fs.getClient(), evenkeel, 2000);
    services = new Services(runtime);
  }

  byte[] write(String path, int length) throws IOException {
    return TestFiles.write(fs, new Path(path), length);
  }

  BlockConnector connector() {
    return connector;
  }

  /** A stream of this scene's file system. */
  HdfsStream of(DFSInputStream stock) {
    return new HdfsStream(stock, connector);
  }

  DistributedFileSystem fs() {
    return fs;
  }

  ContiguousFile open(String path) throws IOException {
    ReadLayout layout =
        new ReadLayout(settings.code(), settings.subblockBytes(), Schemes.named(settings.scheme()));
    DFSInputStream stock = fs.getClient().open(path);
    opened.add(stock);
    return OpenFiles.of(
            services, services.nodes().ledgers(), layout, connector, of(stock), fs.getClient())
        .orElseThrow();
  }

  /** A stock stream of this scene's, closed with it. */
  HdfsStream stream(String path) throws IOException {
    DFSInputStream stock = fs.getClient().open(path);
    opened.add(stock);
    return of(stock);
  }

  /** The erasure-coded file behind a stream. */
  StripedFile striped(HdfsStream stream) throws IOException {
    return OpenFiles.striped(
            services,
            services.nodes().ledgers(),
            new Adaptive(),
            Verification.NEVER,
            connector,
            stream,
            fs.getClient())
        .orElseThrow();
  }

  /** A session of a file of its own; what lanes leave over is read positionally. */
  Optional<ReadSession> read(String path, ByteRange range) throws IOException {
    ContiguousFile file = open(path);
    return file.read(range, opened.get(opened.size() - 1)::read);
  }

  /** From now on: how many lanes have a thread. */
  AtomicInteger countRunningLanes() {
    Executor real = services.laneThreads;
    AtomicInteger running = new AtomicInteger();
    services.laneThreads =
        task ->
            real.execute(
                () -> {
                  running.incrementAndGet();
                  try {
                    task.run();
                  } finally {
                    running.decrementAndGet();
                  }
                });
    return running;
  }

  /** All of a session's bytes, read in pieces. */
  static byte[] readAll(ReadSession session, int pieceBytes) throws IOException {
    byte[] all = new byte[(int) (session.end() - session.position())];
    for (int at = 0; at < all.length; ) {
      int count = session.read(all, at, Math.min(pieceBytes, all.length - at));
      at += count;
    }
    return all;
  }

  @Override
  public void close() throws IOException {
    for (DFSInputStream stock : opened) {
      stock.close();
    }
    runtime.release();
    fs.close();
  }

  /** Makes a folder whose files are erasure-coded by XOR-2-1, in cells of so many bytes. */
  static void xorFolder(HdfsInProcess hdfs, String folder, int cellBytes) throws IOException {
    ErasureCodingPolicy policy = new ErasureCodingPolicy(new ECSchema("xor", 2, 1), cellBytes);
    try (FileSystem fs = FileSystem.newInstance(hdfs.stock())) {
      DistributedFileSystem admin = (DistributedFileSystem) fs;
      admin.addErasureCodingPolicies(new ErasureCodingPolicy[] {policy});
      admin.enableErasureCodingPolicy(policy.getName());
      admin.mkdirs(new Path(folder));
      admin.setErasureCodingPolicy(new Path(folder), policy.getName());
    }
  }

  /** From now on time is what this says; what is scheduled comes when it would have come. */
  void timeBy(LongSupplier nanoTime) {
    Scheduler real = services.scheduler;
    services.scheduler =
        new Scheduler() {
          @Override
          public long nanoTime() {
            return nanoTime.getAsLong();
          }

          @Override
          public Pending schedule(long delayNanos, Runnable task) {
            return real.schedule(delayNanos, task);
          }

          @Override
          public Executor serial() {
            return real.serial();
          }
        };
  }

  /**
   * The block groups of a file that is opened for that.
   *
   * @param background where it is looked up where missing blocks are
   */
  StripedGroups groups(String path, Executor background, LongSupplier nanoTime) throws IOException {
    HdfsStream stock = stream(path);
    LocatedFile located = new LocatedFile(fs.getClient(), path, Runnable::run);
    return new StripedGroups(
        stock,
        stock.file().orElseThrow(),
        located,
        new MissingLookUp(located, new LookUpTurns(), background, nanoTime),
        nanoTime);
  }

  /** The process's services; lane threads can be replaced, reports are kept. */
  static final class Services extends ForwardedServices {
    private final List<ReadReport> reports = new ArrayList<>();
    final List<NodeSample> samples = new CopyOnWriteArrayList<>();
    volatile Executor laneThreads;
    volatile Scheduler scheduler;
    volatile ReadBudget budget;

    Services(ReadServices process) {
      super(process);
      this.laneThreads = process.laneThreads();
      this.scheduler = process.scheduler();
      this.budget = process.budget();
    }

    synchronized List<ReadReport> reports() {
      return List.copyOf(reports);
    }

    /** What all reads together left to the stock read. */
    long plainBytes() {
      return reports().stream().mapToLong(ReadReport::plainBytes).sum();
    }

    @Override
    public synchronized void report(String path, ReadReport report) {
      reports.add(report);
      super.report(path, report);
    }

    @Override
    public Executor laneThreads() {
      return task -> laneThreads.execute(task);
    }

    @Override
    public Scheduler scheduler() {
      return scheduler;
    }

    @Override
    public ReadBudget budget() {
      return budget;
    }

    @Override
    public void tellManager(NodeSample sample) {
      samples.add(sample);
      super.tellManager(sample);
    }
  }
}
