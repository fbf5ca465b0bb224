package io.evenkeel.client;

import java.util.List;

/**
 * Every configuration key of the client, with its default. docs/CONFIGURATION.md lists the same.
 */
public final class EvenkeelKeys {
  /** A key, its default as text, and what it does. */
  public record Key(String name, String defaultValue, String meaning) {}

  public static final Key ENABLED =
      new Key("evenkeel.enabled", "true", "Whether reads and writes use Evenkeel at all.");
  public static final Key SWITCH_FILE =
      new Key(
          "evenkeel.switch.file",
          "",
          "A local file; while it holds the word off, running clients read and write the stock way."
              + " Looked at every 10 s.");
  public static final Key SCHEME =
      new Key("evenkeel.scheme", "adaptive", "How files are read: the name of a scheme, below.");
  public static final Key CODE =
      new Key(
          "evenkeel.code",
          "xor-4-1",
          "The code of cached parity of replicated files: xor-K-1 or rs-K-M.");
  public static final Key SUBBLOCK_BYTES =
      new Key(
          "evenkeel.subblock.bytes",
          "1m",
          "The unit of coding of replicated files: a multiple of 8k that divides the block size.");
  public static final Key MANAGER_URI =
      new Key(
          "evenkeel.manager.uri",
          "",
          "Where the manager answers, http://host:port; empty: no cached parity is written or read,"
              + " and processes know nothing of each other's reads.");
  public static final Key MANAGER_TIMEOUT =
      new Key(
          "evenkeel.manager.timeout",
          "5s",
          "How long an answer of the manager may take; only a read that lacks replicas waits for"
              + " it.");
  public static final Key REDIS_NODES =
      new Key(
          "evenkeel.redis.nodes",
          "",
          "The cache nodes, host:port or redis[s]://[user:password@]host:port, separated by"
              + " commas; empty: no cached parity is written or read.");
  public static final Key REDIS_USER =
      new Key(
          "evenkeel.redis.user",
          "",
          "The user of cache nodes whose URI names none; empty: Redis' default user.");
  public static final Key REDIS_PASSWORD =
      new Key(
          "evenkeel.redis.password",
          "",
          "The password of cache nodes whose URI names none: in a credential provider"
              + " (hadoop.security.credential.provider.path), or here.");
  public static final Key REDIS_PASSWORD_FILE =
      new Key(
          "evenkeel.redis.password.file",
          "",
          "A local file whose first line is that password, where `evenkeel.redis.password` is not"
              + " set.");
  public static final Key REDIS_TLS_CA =
      new Key(
          "evenkeel.redis.tls.ca",
          "",
          "A PEM file with the authorities that rediss:// servers are trusted by; empty: the"
              + " JVM's.");
  public static final Key REDIS_TIMEOUT =
      new Key("evenkeel.redis.timeout", "1s", "How long a request to a cache node may take.");
  public static final Key REDIS_CONNECTIONS =
      new Key("evenkeel.redis.connections", "2", "Connections to each cache node.");
  public static final Key SEQUENTIAL_BYTES =
      new Key(
          "evenkeel.read.sequential.bytes",
          "256k",
          "Of replicated files: a stream is looked at, and its parity asked for, once so much was read in sequence.");
  public static final Key FIRST_BYTES =
      new Key(
          "evenkeel.read.first.bytes",
          "2m",
          "Of replicated files: how far the adaptive scheme reads from one node before it goes wide, while this process"
              + " has not shown that it reads on.");
  public static final Key PREAD_BYTES =
      new Key(
          "evenkeel.read.pread.min.bytes",
          "1m",
          "Of replicated files: positional reads smaller than this never go wide.");
  public static final Key WIDE_RATE =
      new Key(
          "evenkeel.read.wide.rate",
          "256m",
          "Of replicated files: the adaptive scheme goes wide only where one node brings less than this a second; 1t or"
              + " more: always. Never where a block is not smaller than `evenkeel.read.stream.bytes`.");
  public static final Key STRIPED =
      new Key(
          "evenkeel.read.striped",
          "true",
          "Whether erasure-coded files (codecs rs, and xor with one parity block; not encrypted, not being written) are read"
              + " as any k of the k + m blocks of a group; else the stock way.");
  public static final Key STRIPED_VERIFY =
      new Key(
          "evenkeel.read.striped.verify",
          "sample",
          "Which decoded rows of erasure-coded files are compared with one block more, as long as one"
              + " is in time: sample (one in 64), always or never.");
  public static final Key DIRECTION =
      new Key(
          "evenkeel.read.direction",
          "projected",
          "Whom reads choose among several nodes before anything is late: projected (where least waits, as far as"
              + " this process has asked for it and the manager has heard of others) or off.");
  public static final Key STREAM_BYTES =
      new Key("evenkeel.read.stream.bytes", "64m", "What one read may hold in buffers.");
  public static final Key INITIAL_BYTES =
      new Key(
          "evenkeel.read.initial.bytes",
          "4m",
          "How much of that may be read ahead before the caller has taken anything; two groups"
              + " where those are more, and all of it once the caller has waited for a late node.");
  public static final Key GROWTH =
      new Key(
          "evenkeel.read.growth",
          "4",
          "How many bytes more may be read ahead for every byte that the caller has taken; at least"
              + " the blocks of a stripe.");
  public static final Key GROUPS =
      new Key(
          "evenkeel.read.groups",
          "4",
          "How many groups of fragments one read has under way, if its memory allows.");
  public static final Key PROCESS_BYTES =
      new Key(
          "evenkeel.read.process.bytes",
          "256m",
          "What all reads may hold in buffers, besides a subblock for each lane that is being ended;"
              + " unless set, at most an eighth of the heap. What finds none of a replicated file"
              + " the stock stream reads; of an erasure-coded one it waits, up to"
              + " 20 s; in vain, and the stream's reads of the next minute wait only past a node that"
              + " is known to be slow.");
  public static final Key LANE_THREADS =
      new Key(
          "evenkeel.read.threads",
          "256",
          "Threads that read blocks, made when they are needed; where none is free they are asked"
              + " for again for 375 ms, and what is missing then is read the stock way.");
  public static final Key CONNECT_TIMEOUT =
      new Key(
          "evenkeel.read.connect.timeout",
          "2s",
          "How long a lane may take to connect to a DataNode.");
  public static final Key LATE_FACTOR =
      new Key(
          "evenkeel.read.late.factor",
          "3",
          "A slice is late after so many times the time that healthy lanes take, or after half of"
              + " that while less than a third of it has come.");
  public static final Key LATE_FLOOR =
      new Key(
          "evenkeel.read.late.floor",
          "25ms",
          "No slice is late before this, and no whole row or replica is left for another, because of"
              + " what waits at its node, to gain less; short reads have a threshold of their own"
              + " (decision 17).");
  public static final Key OPEN_TIME =
      new Key(
          "evenkeel.read.open.time",
          "30ms",
          "What opening a lane may take besides; of short reads as much as their threshold.");
  public static final Key COLD_TIME =
      new Key(
          "evenkeel.read.cold.time",
          "30ms",
          "What a MiB is expected to take while no lane has shown how long it does.");
  public static final Key FIRST_TIME =
      new Key(
          "evenkeel.read.first.time",
          "1s",
          "While no lane has shown that, none of several is late before this: a new process loads its code, and then all seem late.");
  public static final Key SKIP_DEPTH =
      new Key(
          "evenkeel.read.skip.depth",
          "3",
          "After so many slices that came too late to be wanted, a lane is skipped forward.");
  public static final Key IDLE =
      new Key("evenkeel.read.idle", "2s", "A lane that owes nothing for so long is closed.");
  public static final Key LAG_MEMORY =
      new Key(
          "evenkeel.read.lag.memory",
          "5s",
          "How long a node that lagged is avoided, at most, before it is tried again; and how long one"
              + " that failed in a read is not asked by that read.");
  public static final Key STALL =
      new Key(
          "evenkeel.read.stall.timeout",
          "65s",
          "With nothing arriving for so long the stock read takes over.");
  public static final Key EXTRA_RATIO =
      new Key(
          "evenkeel.read.extra.ratio",
          "0.1",
          "Extra bytes that suspicion may cost, over the bytes delivered.");
  public static final Key EXTRA_BURST =
      new Key(
          "evenkeel.read.extra.burst.bytes", "16m", "Extra bytes that one read may cost at once.");
  public static final Key DETOUR_RATIO =
      new Key(
          "evenkeel.read.detour.ratio",
          "1.0",
          "Extra bytes that reading around a node known to lag may cost, over the bytes of the read, beyond evenkeel.read.extra.burst.bytes.");
  public static final Key READ_ENCODE =
      new Key(
          "evenkeel.read.encode",
          "true",
          "Whether readers encode stripes in passing whose parity the manager wants.");
  public static final Key WRITE_INCLUDE =
      new Key(
          "evenkeel.write.include",
          "",
          "The only paths whose files this process makes parity of, writing, reading or as the filler,"
              + " separated by commas, each with all that is beneath; an asterisk stands for anything within a name, as in"
              + " /warehouse/*/events. Empty: all.");
  public static final Key WRITE_EXCLUDE =
      new Key(
          "evenkeel.write.exclude",
          "",
          "Paths, likewise, whose files get none, whatever is included; / for all. Files of"
              + " several replicas get parity as well, where their paths are not left out.");
  public static final Key WRITE_MIN_BYTES =
      new Key(
          "evenkeel.write.min.bytes",
          "1m",
          "Files shorter than this get no parity when they are written, and of them neither the"
              + " manager nor a cache node hears; what fills a stripe is long enough.");
  public static final Key WRITE_ONE_BLOCK =
      new Key(
          "evenkeel.write.one.block",
          "false",
          "Whether stripes of a single block get parity when they are written: a copy of that block,"
              + " so that files of up to one block, and a last block that stands alone, cost a cache"
              + " node as much as they have bytes.");
  public static final Key WRITE_PROCESS_BYTES =
      new Key(
          "evenkeel.write.process.bytes",
          "256m",
          "What all writers and fills may hold in parity, and of bytes read that wait to be"
              + " encoded; a stripe that does not fit goes unprotected. Unless set, at most an eighth"
              + " of the heap.");
  public static final Key WRITE_FILES =
      new Key(
          "evenkeel.write.files.inflight",
          "1024",
          "Files being written or not yet published; more go unprotected.");
  public static final Key WRITE_FRAGMENTS =
      new Key("evenkeel.write.fragments.inflight", "32", "Fragments on their way to cache nodes.");
  public static final Key WRITE_PACKET_BYTES =
      new Key(
          "evenkeel.write.packet.bytes",
          "480k",
          "Packets of files with parity while they are written in bulk, at most a 32nd of a block;"
              + " dfs.client-write-packet-size where that is larger. At most 16m.");
  public static final Key WRITE_EXIT_TIMEOUT =
      new Key(
          "evenkeel.write.exit.timeout",
          "2s",
          "How long the end of a process may wait until the parity of the files it closed is"
              + " published and the manager told of what it deleted or overwrote; 0 for not at"
              + " all.");

  private EvenkeelKeys() {}

  /** All of them, in the order of the documentation. */
  public static List<Key> all() {
    return List.of(
        ENABLED,
        SWITCH_FILE,
        SCHEME,
        CODE,
        SUBBLOCK_BYTES,
        MANAGER_URI,
        MANAGER_TIMEOUT,
        REDIS_NODES,
        REDIS_USER,
        REDIS_PASSWORD,
        REDIS_PASSWORD_FILE,
        REDIS_TLS_CA,
        REDIS_TIMEOUT,
        REDIS_CONNECTIONS,
        SEQUENTIAL_BYTES,
        FIRST_BYTES,
        PREAD_BYTES,
        WIDE_RATE,
        STRIPED,
        STRIPED_VERIFY,
        DIRECTION,
        STREAM_BYTES,
        INITIAL_BYTES,
        GROWTH,
        GROUPS,
        PROCESS_BYTES,
        LANE_THREADS,
        CONNECT_TIMEOUT,
        LATE_FACTOR,
        LATE_FLOOR,
        OPEN_TIME,
        COLD_TIME,
        FIRST_TIME,
        SKIP_DEPTH,
        IDLE,
        LAG_MEMORY,
        STALL,
        EXTRA_RATIO,
        EXTRA_BURST,
        DETOUR_RATIO,
        READ_ENCODE,
        WRITE_INCLUDE,
        WRITE_EXCLUDE,
        WRITE_MIN_BYTES,
        WRITE_ONE_BLOCK,
        WRITE_PROCESS_BYTES,
        WRITE_FILES,
        WRITE_FRAGMENTS,
        WRITE_PACKET_BYTES,
        WRITE_EXIT_TIMEOUT);
  }
}
