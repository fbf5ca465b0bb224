package io.evenkeel.redis;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.store.FragmentAssembly;
import io.evenkeel.core.store.FragmentCodec;
import io.evenkeel.core.store.FragmentKeys;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The operations in Redis commands. */
final class Wires {
  private Wires() {}

  /** Stores both parts; the body first, so that a head is never there without its body. */
  record Put(StoredFragment fragment, FragmentCodec.Parts parts, Duration timeToLive)
      implements Wire<Void> {
    @Override
    public boolean isWrite() {
      return true;
    }

    @Override
    public String asked() {
      return "storing fragment " + fragment.key() + " of " + parts.lengthBytes() + " bytes";
    }

    @Override
    public long putBytes() {
      return parts.lengthBytes();
    }

    @Override
    public List<Command> commands() {
      Command first =
          parts.isSplit()
              ? set(FragmentKeys.body(fragment.key()), parts.body())
              : Command.of(RespReader::integer, "UNLINK", FragmentKeys.body(fragment.key()));
      return List.of(first, set(FragmentKeys.head(fragment.key()), parts.head()));
    }

    private Command set(String key, ByteBuffer value) {
      return Command.of(RespReader::status, "SET", key, value, "PX", millis(timeToLive));
    }

    @Override
    public Void result() {
      return null;
    }
  }

  static long millis(Duration timeToLive) {
    return Math.max(1, timeToLive.toMillis());
  }

  /** Reads both parts in one command. */
  static final class Get implements Wire<StoredFragment> {
    private final FragmentKey key;
    private final FragmentReply reply;
    private final BufferPool buffers;

    Get(NodeId node, FragmentKey key, BufferPool buffers) {
      this.key = key;
      this.buffers = buffers;
      this.reply = new FragmentReply(new FragmentAssembly(node, key, buffers));
    }

    @Override
    public String asked() {
      return "reading fragment " + key;
    }

    @Override
    public List<Command> commands() {
      return List.of(
          Command.of(reply::readBoth, "MGET", FragmentKeys.head(key), FragmentKeys.body(key)));
    }

    @Override
    public StoredFragment result() throws IOException {
      return reply.result(FragmentAssembly::fragment);
    }

    @Override
    public void unwanted(StoredFragment fragment) {
      buffers.give(fragment.payload());
    }

    @Override
    public void release() {
      reply.release();
    }
  }

  /**
   * Reads the head, and a part of the body beside it: a value never changes, so it does not matter
   * that these are two commands.
   */
  static final class GetRange implements Wire<StoredRange> {
    private final FragmentKey key;
    private final int offset;
    private final int lengthBytes;
    private final FragmentReply reply;
    private final BufferPool buffers;

    GetRange(NodeId node, FragmentKey key, int offset, int lengthBytes, BufferPool buffers) {
      this.key = key;
      this.offset = offset;
      this.lengthBytes = lengthBytes;
      this.buffers = buffers;
      this.reply =
          new FragmentReply(FragmentAssembly.ofRange(node, key, buffers, offset, lengthBytes));
    }

    @Override
    public String asked() {
      return "reading " + lengthBytes + " bytes from " + offset + " on of fragment " + key;
    }

    @Override
    public List<Command> commands() {
      String from = Integer.toString(offset);
      String last = Integer.toString(offset + lengthBytes - 1);
      return List.of(
          Command.of(reply::readHeadAlone, "MGET", FragmentKeys.head(key)),
          Command.of(reply::readRangeOfBody, "GETRANGE", FragmentKeys.body(key), from, last));
    }

    @Override
    public StoredRange result() throws IOException {
      return reply.result(FragmentAssembly::range);
    }

    @Override
    public void unwanted(StoredRange range) {
      buffers.give(range.bytes());
    }

    @Override
    public void release() {
      reply.release();
    }
  }

  /** Removes fragments, a few thousand; the server frees their memory in the background. */
  static final class Delete implements Wire<Integer> {
    private final List<FragmentKey> keys;
    private int found;

    Delete(List<FragmentKey> keys) {
      this.keys = List.copyOf(keys);
    }

    @Override
    public boolean isWrite() {
      return true;
    }

    @Override
    public String asked() {
      return "removing " + keys.size() + " fragments";
    }

    @Override
    public List<Command> commands() {
      // What has no head is not there: only heads count.
      return List.of(
          unlink(FragmentKeys::head, in -> found = (int) in.integer()),
          unlink(FragmentKeys::body, RespReader::integer));
    }

    private Command unlink(Function<FragmentKey, String> part, Command.Reply reply) {
      List<Object> words = new ArrayList<>();
      words.add("UNLINK");
      keys.forEach(key -> words.add(part.apply(key)));
      return new Command(words, reply);
    }

    @Override
    public Integer result() {
      return found;
    }
  }

  /** Sets both parts' time to live anew, of a few thousand fragments. */
  static final class Renew implements Wire<Integer> {
    private final List<FragmentKey> keys;
    private final Duration timeToLive;
    private int found;

    Renew(List<FragmentKey> keys, Duration timeToLive) {
      this.keys = List.copyOf(keys);
      this.timeToLive = timeToLive;
    }

    @Override
    public boolean isWrite() {
      return true;
    }

    @Override
    public String asked() {
      return "renewing " + keys.size() + " fragments";
    }

    @Override
    public List<Command> commands() {
      List<Command> commands = new ArrayList<>();
      for (FragmentKey key : keys) {
        commands.add(expire(FragmentKeys.body(key), RespReader::integer));
        commands.add(expire(FragmentKeys.head(key), in -> found += (int) in.integer()));
      }
      return commands;
    }

    private Command expire(String key, Command.Reply reply) {
      return Command.of(reply, "PEXPIRE", key, millis(timeToLive));
    }

    @Override
    public Integer result() {
      return found;
    }
  }

  /** The allocated bytes without what an empty server and its clients take. */
  static final class UsedBytes implements Wire<Long> {
    private String info = "";

    @Override
    public String asked() {
      return "its used memory";
    }

    @Override
    public List<Command> commands() {
      return List.of(Command.of(in -> info = in.text(), "INFO", "memory"));
    }

    @Override
    public Long result() throws IOException {
      long used = RedisFacts.number(info, "used_memory");
      long empty = RedisFacts.number(info, "used_memory_startup");
      return Math.max(0, used - empty - RedisFacts.number(info, "mem_clients_normal"));
    }
  }

  /** What the server says of itself. */
  static final class Facts implements Wire<RedisFacts> {
    private String info = "";

    @Override
    public String asked() {
      return "what it is";
    }

    @Override
    public List<Command> commands() {
      info = "";
      return List.of(
          Command.of(in -> info += in.text(), "INFO", "memory"),
          Command.of(in -> info += in.text(), "INFO", "server"));
    }

    @Override
    public RedisFacts result() throws IOException {
      return RedisFacts.of(info);
    }
  }

  /** Writes down who decides what is stored here, and reads who did before. */
  static final class Own implements Wire<String> {
    private static final String KEY = "evenkeel:manager";
    private static final int OWNER_BYTES_MAX = 1000;
    private final String owner;
    private final Duration timeToLive;
    private String before = "";

    Own(String owner, Duration timeToLive) {
      this.owner = owner;
      this.timeToLive = timeToLive;
    }

    @Override
    public String asked() {
      return "who decides what it holds";
    }

    @Override
    public List<Command> commands() {
      return List.of(
          Command.of(this::read, "MGET", KEY),
          Command.of(RespReader::status, "SET", KEY, owner, "PX", millis(timeToLive)));
    }

    private void read(RespReader in) throws IOException {
      int values = in.array();
      for (int value = 0; value < values; value++) {
        int length = in.valueBytes();
        if (length < 0 || length > OWNER_BYTES_MAX) {
          in.skip(length);
          continue;
        }
        ByteBuffer text = ByteBuffer.allocate(length);
        in.value(text);
        before = StandardCharsets.UTF_8.decode(text.flip()).toString();
      }
    }

    @Override
    public String result() {
      return before;
    }
  }
}
