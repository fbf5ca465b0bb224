package io.evenkeel.sim.scenario;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.queue.ServerQueue.Discipline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;

/** All keys of a scenario, in the order in which they are documented. */
public final class Keys {
  /** The scheme that is none of the product's. */
  public static final String STOCK = "stock";

  private static final List<Key<?>> ALL = new ArrayList<>();
  private static final long READS_MAX = 1_000_000_000;
  private static final int FILES_MAX = 1_000_000;
  private static final int NODES_MAX = 100_000;
  private static final int PROCESSES_MAX = 1000;

  /** The least size that the client goes by is 64 KiB, which is to be a byte at least. */
  private static final long SCALE_MAX = 64 << 10;

  /** Who asks for what and when. */
  public enum Population {
    /** Files of sizes by {@code file.bytes}. */
    FILES,
    /** Coding groups of partitions full of small objects: Windows Azure Storage, Hu et al. */
    WAS,
    /** Yahoo's files by size, SP-Cache. */
    YAHOO,
    /** Facebook's objects, EC-Cache. */
    FACEBOOK,
    /** The files of POCache's experiment 4. */
    POCACHE,
    /** What the trace names. */
    TRACE
  }

  /** How reads come. */
  public enum Arriving {
    POISSON,
    BURSTS,
    DAY,
    GOOGLE
  }

  /** How files are stored. */
  public enum Layout {
    STRIPED,
    REPLICATED
  }

  /** Whom reads choose among several nodes. */
  public enum Directing {
    PROJECTED,
    OFF
  }

  // ---- what is read ----

  public static final Key<Long> READS =
      key(
          "reads",
          "500",
          text -> Values.whole(text, 1, READS_MAX),
          "how many reads there are; of a trace how many of its first lines, and all of them if this"
              + " is not set");
  public static final Key<Long> READS_WARMUP =
      key(
          "reads.warmup",
          "0",
          text -> Values.whole(text, 0, READS_MAX),
          "so many of the first to end are left out of mean.ms to max.ms; all other figures count"
              + " them");
  public static final Key<Double> RATE =
      key("rate", "10", Values::positive, "reads a second, in the mean; open loop");
  public static final Key<Arriving> ARRIVALS =
      key(
          "arrivals",
          "poisson",
          text -> Values.named(Arriving.class, text),
          "poisson; bursts: half and twice a base rate by turns of 20 s; day: poisson, by a sine up"
              + " to half as much again; google: days, weeks, which begin with five"
              + " days of 1.08 of the rate, and hyperexponential gaps");
  public static final Key<Long> ARRIVALS_DAY_TIME =
      key("arrivals.day.time", "24 h", Values::periodNanos, "of day and google: how long a day is");
  public static final Key<Double> ARRIVALS_VARIATION =
      key(
          "arrivals.variation",
          "3",
          Values::atLeastOne,
          "of google: the gaps' standard deviation over their mean, at least 1");
  public static final Key<Double> ARRIVALS_BATCH =
      key(
          "arrivals.batch",
          "1",
          Values::batch,
          "how many reads come at once, in the mean: geometric; rate counts each of them");
  public static final Key<Population> POPULATION =
      key(
          "population",
          "files",
          text -> Values.named(Population.class, text),
          "files: sizes by file.bytes; was: coding groups of partitions, each a cell, full of small"
              + " objects (Hu et al.); yahoo: larger is more popular (SP-Cache); facebook"
              + " (EC-Cache); pocache: 512 to 64 MiB (POCache's experiment 4); trace: what the trace"
              + " names");
  public static final Key<Integer> FILES =
      key(
          "files",
          "100",
          text -> Values.integer(text, 1, FILES_MAX),
          "how many files, or coding groups, there are");
  public static final Key<Distribution> FILE_BYTES =
      key(
          "file.bytes",
          "64 MiB",
          text -> Values.positive(Values.sizes(text), text),
          "how long files are: a size, or a law of sizes");
  public static final Key<Double> ZIPF =
      key("zipf", "0.9", Values::notNegative, "the exponent of popularity; 0 for all alike");
  public static final Key<Double> EVEN_SHARE =
      key(
          "even.share",
          "0",
          Values::share,
          "of was: the share of the reads that is of all objects alike; .625 in a whole day, in"
              + " which each is read once at least");
  public static final Key<Long> DRIFT_TIME =
      key(
          "drift.time",
          "0 s",
          Values::periodNanosOrNone,
          "of all but was and trace: after so long, again and again, the hottest 2 % of the files"
              + " change places with others but for drift.kept; a week, 168 h, at Yahoo's; 0 for"
              + " never");
  public static final Key<Double> DRIFT_KEPT =
      key(
          "drift.kept",
          ".27",
          Values::share,
          "the share of the hot files that stay hot then, in the mean");
  public static final Key<Distribution> READ_BYTES =
      key(
          "read.bytes",
          "0",
          Values::sizes,
          "how long a read is: a size or a law of sizes; 0 for whole files. Of was: how long"
              + " objects are");
  public static final Key<Long> READ_BYTES_MAX =
      key("read.bytes.max", "1 GiB", Values::positiveBytes, "no read of was is longer");
  public static final Key<Long> READ_ALIGN_BYTES =
      key(
          "read.align.bytes",
          "4 KiB",
          Values::positiveBytes,
          "reads of a part begin at a multiple of it");
  public static final Key<String> TRACE =
      key(
          "trace",
          "",
          text -> text,
          "of trace: a file beside the scenario with lines seconds,object,bytes[,offset]");
  public static final Key<Double> TRACE_SPEEDUP =
      key("trace.speedup", "1", Values::positive, "so many times faster than the trace says");

  // ---- how it is stored ----

  public static final Key<Layout> LAYOUT =
      key(
          "layout",
          "striped",
          text -> Values.named(Layout.class, text),
          "striped: erasure-coded block groups; replicated: blocks, read by lanes");
  public static final Key<CodeSpec> CODE =
      key("code", "rs-6-3", Values::code, "of block groups, or of stripes of replicated blocks");
  public static final Key<Long> CELL_BYTES =
      key(
          "cell.bytes",
          "1 MiB",
          Values::positiveBytes,
          "a cell, or a subblock of replicated blocks");
  public static final Key<Long> BLOCK_BYTES =
      key(
          "block.bytes",
          "128 MiB",
          Values::positiveBytes,
          "a block: as much of a group is on one node");
  public static final Key<Integer> REPLICATION =
      key(
          "replication",
          "3",
          text -> Values.integer(text, 1, NODES_MAX),
          "how many replicas a block has");
  public static final Key<Integer> NODES =
      key(
          "nodes",
          "25",
          text -> Values.integer(text, 1, NODES_MAX),
          "how many storage nodes there are");
  public static final Key<Integer> RACK_NODES =
      key(
          "rack.nodes",
          "0",
          text -> Values.integer(text, 0, NODES_MAX),
          "so many of them are a rack; 0 for one rack");

  // ---- what it takes ----

  public static final Key<Discipline> NODE_DISCIPLINE =
      key(
          "node.discipline",
          "fcfs",
          text -> Values.named(Discipline.class, text),
          "how reads share a disk: fcfs one after the other, ps all at once");
  public static final Key<Double> NODE_RATE =
      key("node.rate", "64 MiB/s", Values::positiveRate, "how fast a disk reads");
  public static final Key<Long> NODE_OVERHEAD_TIME =
      key(
          "node.overhead.time",
          "0 ms",
          Units::nanos,
          "what a disk takes besides for the first bytes of an operation");
  public static final Key<Distribution> NODE_NOISE =
      key(
          "node.noise",
          "1",
          text -> Values.positive(Distribution.parse(text), text),
          "times the time of the bytes, drawn for each slice");
  public static final Key<Distribution> NODE_SPEED =
      key(
          "node.speed",
          "1",
          text -> Values.positive(Distribution.parse(text), text),
          "of each node against the usual one, drawn once");
  public static final Key<Double> NODE_LINK_RATE =
      key("node.link.rate", "none", Units::rate, "of each node's link");
  public static final Key<Double> RACK_LINK_RATE =
      key(
          "rack.link.rate",
          "none",
          Units::rate,
          "of what leaves each rack for processes in others, and of what comes into it; processes"
              + " are in the racks by turns");
  public static final Key<Double> READER_LINK_RATE =
      key("reader.link.rate", "none", Units::rate, "of each process's link");
  public static final Key<Discipline> LINK_DISCIPLINE =
      key(
          "link.discipline",
          "ps",
          text -> Values.named(Discipline.class, text),
          "how bytes share a link");
  public static final Key<Long> PACKET_BYTES =
      key(
          "packet.bytes",
          "0",
          Units::bytes,
          "bytes cross disks and links in pieces of so many, and others come between; 0: slices as"
              + " a whole");
  public static final Key<Long> OPEN_TIME =
      key("open.time", "0.5 ms", Units::nanos, "until a node can be asked");
  public static final Key<Double> DECODE_RATE =
      key(
          "decode.rate",
          "none",
          Units::rate,
          "how fast a process decodes; that time is added to the read");

  // ---- cached parity of replicated files ----

  public static final Key<Integer> CACHE_NODES =
      key(
          "cache.nodes",
          "0",
          text -> Values.integer(text, 0, NODES_MAX),
          "how many cache nodes hold the parity of replicated files, all of it made before the"
              + " first read; a file of one block has none; with them there is the manager");
  public static final Key<Long> CACHE_BYTES =
      key(
          "cache.bytes",
          "4 GiB",
          Values::positiveBytes,
          "what each of them holds at most; not scaled");
  public static final Key<Long> CACHE_TIME =
      key("cache.time", "1 ms", Units::nanos, "what a cache node takes for anything");

  // ---- who reads ----

  public static final Key<Integer> PROCESSES =
      key(
          "processes",
          "1",
          text -> Values.integer(text, 1, PROCESSES_MAX),
          "how many client processes read, 1 to 1000; each read is of one");
  public static final Key<String> SCHEME =
      key("scheme", "adaptive", Values::scheme, "how they read: stock, or a scheme of the product");
  public static final Key<Verification> VERIFICATION =
      key(
          "verification",
          "sample",
          Verification::named,
          "which of what is decoded is compared: never, sample, always");
  public static final Key<Directing> DIRECTION =
      key(
          "direction",
          "projected",
          text -> Values.named(Directing.class, text),
          "whom they choose before anything is late: projected (where least waits) or off");
  public static final Key<Boolean> MANAGER =
      key(
          "manager",
          "no",
          Values::yes,
          "whether there is one, which tells processes what waits at the nodes; with cache.nodes there"
              + " is");
  public static final Key<Long> PROCESS_BYTES =
      key("process.bytes", "256 MiB", Values::positiveBytes, "what a process may hold in buffers");
  public static final Key<Long> SCALE =
      key(
          "scale",
          "64",
          text -> Values.whole(text, 1, SCALE_MAX),
          "so many bytes are one byte here, which is quicker; times stay as they are");

  // ---- who is not in time ----

  public static final Key<Integer> STRAGGLER_NODES =
      key(
          "straggler.nodes",
          "0",
          text -> Values.integer(text, 0, NODES_MAX),
          "so many nodes are slow by straggler.factor");
  public static final Key<Distribution> STRAGGLER_FACTOR =
      key(
          "straggler.factor",
          "8",
          Values::slowness,
          "how many times longer these take: at least 1, whenever it is drawn");
  public static final Key<Long> STRAGGLER_MOVE_TIME =
      key(
          "straggler.move.time",
          "0 s",
          Values::periodNanosOrNone,
          "after so long others are slow instead; 0 for the same ones all the time");
  public static final Key<Double> STRAGGLER_NODE_PROBABILITY =
      key(
          "straggler.node.probability",
          "0",
          Values::share,
          "of each node to be slow by straggler.profile all the time");
  public static final Key<Double> STRAGGLER_RACK_PROBABILITY =
      key("straggler.rack.probability", "0", Values::share, "of each rack as a whole, likewise");
  public static final Key<Double> STRAGGLER_READ_PROBABILITY =
      key("straggler.read.probability", "0", Values::share, "of each slice, whatever its node");
  public static final Key<Distribution> STRAGGLER_PROFILE =
      key("straggler.profile", "bing 0", Values::slowness, "how many times longer these take");
  public static final Key<Double> STRAGGLER_PERIOD_SHARE =
      key(
          "straggler.period.share",
          "0",
          Values::share,
          "the share of time in which each node is slow by straggler.period.factor");
  public static final Key<Distribution> STRAGGLER_PERIOD_FACTOR =
      key(
          "straggler.period.factor",
          "uniform 3 10",
          Values::slowness,
          "how many times longer then");
  public static final Key<Long> STRAGGLER_PERIOD_TIME =
      key("straggler.period.time", "30 s", Values::periodNanos, "how long that lasts in the mean");
  public static final Key<Integer> FAULT_STOPPED_NODES =
      key(
          "fault.stopped.nodes",
          "0",
          text -> Values.integer(text, 0, NODES_MAX),
          "so many nodes stand still");
  public static final Key<Integer> FAULT_FAILED_NODES =
      key(
          "fault.failed.nodes",
          "0",
          text -> Values.integer(text, 0, NODES_MAX),
          "so many other nodes are gone");
  public static final Key<Long> FAULT_AT_TIME =
      key("fault.at.time", "0 s", Units::nanos, "from then on");
  public static final Key<Long> FAULT_FOR_TIME =
      key("fault.for.time", "0 s", Units::nanos, "for so long; 0 to the end");

  private Keys() {}

  private static <T> Key<T> key(String name, String usual, Function<String, T> parse, String doc) {
    Key<T> key = new Key<>(name, usual, parse, doc);
    ALL.add(key);
    return key;
  }

  /** All of them. */
  public static List<Key<?>> all() {
    return Collections.unmodifiableList(ALL);
  }
}
