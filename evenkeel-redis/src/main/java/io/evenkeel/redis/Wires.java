package io.evenkeel.redis;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.core.store.FragmentAssembly;
import io.evenkeel.core.store.FragmentCodec;
import io.evenkeel.core.store.FragmentKeys;
import io.lettuce.core.output.CommandOutput;
import io.lettuce.core.output.IntegerOutput;
import io.lettuce.core.output.StatusOutput;
import io.lettuce.core.protocol.AsyncCommand;
import io.lettuce.core.protocol.Command;
import io.lettuce.core.protocol.CommandArgs;
import io.lettuce.core.protocol.CommandType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The operations in Redis commands. */
final class Wires {
  private Wires() {}

  private static CommandArgs<String, ByteBuffer> args() {
    return new CommandArgs<>(PartsCodec.INSTANCE);
  }

  private static <T> AsyncCommand<String, ByteBuffer, T> command(
      CommandType type,
      CommandOutput<String, ByteBuffer, T> output,
      CommandArgs<String, ByteBuffer> args) {
    return new AsyncCommand<>(new Command<>(type, output, args));
  }

  /** Stores both parts; the body first, so that a head is never there without its body. */
  record Put(StoredFragment fragment, FragmentCodec.Parts parts, Duration timeToLive)
      implements Wire<Void> {
    @Override
    public String asked() {
      return "storing fragment " + fragment.key() + " of " + parts.lengthBytes() + " bytes";
    }

    @Override
    public long putBytes() {
      return parts.lengthBytes();
    }

    @Override
    public List<AsyncCommand<String, ByteBuffer, ?>> commands() {
      List<AsyncCommand<String, ByteBuffer, ?>> commands = new ArrayList<>();
      if (parts.isSplit()) {
        commands.add(set(FragmentKeys.body(fragment.key()), parts.body()));
      } else {
        commands.add(
            command(
                CommandType.UNLINK,
                new IntegerOutput<>(PartsCodec.INSTANCE),
                args().addKey(FragmentKeys.body(fragment.key()))));
      }
      commands.add(set(FragmentKeys.head(fragment.key()), parts.head()));
      return commands;
    }

    private AsyncCommand<String, ByteBuffer, String> set(String key, ByteBuffer value) {
      return command(
          CommandType.SET,
          new StatusOutput<>(PartsCodec.INSTANCE),
          args().addKey(key).addValue(value).add("PX").add(millis(timeToLive)));
    }

    @Override
    public Void result() {
      return null;
    }
  }

  private static long millis(Duration timeToLive) {
    return Math.max(1, timeToLive.toMillis());
  }

  /** Reads both parts in one command. */
  static final class Get implements Wire<StoredFragment> {
    private final FragmentKey key;
    private final FragmentOutput output;
    private final BufferPool buffers;

    Get(NodeId node, FragmentKey key, BufferPool buffers) {
      this.key = key;
      this.buffers = buffers;
      this.output = new FragmentOutput(new FragmentAssembly(node, key, buffers));
    }

    @Override
    public String asked() {
      return "reading fragment " + key;
    }

    @Override
    public List<AsyncCommand<String, ByteBuffer, ?>> commands() {
      return List.of(
          command(
              CommandType.MGET,
              output,
              args().addKey(FragmentKeys.head(key)).addKey(FragmentKeys.body(key))));
    }

    @Override
    public StoredFragment result() throws IOException {
      return output.fragment();
    }

    @Override
    public void unwanted(StoredFragment fragment) {
      buffers.give(fragment.payload());
    }

    @Override
    public void release() {
      output.release();
    }
  }

  /** Counts replies of integers, heads only: what has no head is not there. */
  private static final class Count {
    private final List<AsyncCommand<String, ByteBuffer, Long>> counted = new ArrayList<>();

    AsyncCommand<String, ByteBuffer, Long> command(
        CommandType type, CommandArgs<String, ByteBuffer> args, boolean isCounted) {
      AsyncCommand<String, ByteBuffer, Long> command =
          Wires.command(type, new IntegerOutput<>(PartsCodec.INSTANCE), args);
      if (isCounted) {
        counted.add(command);
      }
      return command;
    }

    int sum() {
      return counted.stream().mapToInt(c -> c.getOutput().get().intValue()).sum();
    }
  }

  /** Removes fragments; the server frees their memory in the background. */
  static final class Delete implements Wire<Integer> {
    private final List<FragmentKey> keys;
    private final Count counts = new Count();

    Delete(List<FragmentKey> keys) {
      this.keys = List.copyOf(keys);
    }

    @Override
    public String asked() {
      return "removing " + keys.size() + " fragments";
    }

    @Override
    public List<AsyncCommand<String, ByteBuffer, ?>> commands() {
      return List.of(unlink(FragmentKeys::head, true), unlink(FragmentKeys::body, false));
    }

    private AsyncCommand<String, ByteBuffer, Long> unlink(
        Function<FragmentKey, String> part, boolean isCounted) {
      return counts.command(
          CommandType.UNLINK, args().addKeys(keys.stream().map(part).toList()), isCounted);
    }

    @Override
    public Integer result() {
      return counts.sum();
    }
  }

  /** Sets both parts' time to live anew. */
  static final class Renew implements Wire<Integer> {
    private final List<FragmentKey> keys;
    private final Duration timeToLive;
    private final Count counts = new Count();

    Renew(List<FragmentKey> keys, Duration timeToLive) {
      this.keys = List.copyOf(keys);
      this.timeToLive = timeToLive;
    }

    @Override
    public String asked() {
      return "renewing " + keys.size() + " fragments";
    }

    @Override
    public List<AsyncCommand<String, ByteBuffer, ?>> commands() {
      List<AsyncCommand<String, ByteBuffer, ?>> commands = new ArrayList<>();
      for (FragmentKey key : keys) {
        commands.add(expire(FragmentKeys.body(key), false));
        commands.add(expire(FragmentKeys.head(key), true));
      }
      return commands;
    }

    private AsyncCommand<String, ByteBuffer, Long> expire(String key, boolean isCounted) {
      return counts.command(
          CommandType.PEXPIRE, args().addKey(key).add(millis(timeToLive)), isCounted);
    }

    @Override
    public Integer result() {
      return counts.sum();
    }
  }

  /** The allocated bytes without what an empty server and its clients take. */
  static final class UsedBytes implements Wire<Long> {
    private final AsyncCommand<String, ByteBuffer, String> info =
        command(CommandType.INFO, new TextOutput(), args().add("memory"));

    @Override
    public String asked() {
      return "its used memory";
    }

    @Override
    public List<AsyncCommand<String, ByteBuffer, ?>> commands() {
      return List.of(info);
    }

    @Override
    public Long result() throws IOException {
      long used = field("used_memory");
      return Math.max(0, used - field("used_memory_startup") - field("mem_clients_normal"));
    }

    private long field(String name) throws IOException {
      for (String line : info.getOutput().get().split("\r\n", -1)) {
        if (line.startsWith(name + ":")) {
          return Long.parseLong(line.substring(name.length() + 1));
        }
      }
      throw new IOException("the server's INFO memory has no " + name);
    }
  }
}
