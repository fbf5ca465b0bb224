package io.evenkeel.hadoop;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.core.fill.WritePolicy;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.redis.RedisSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.util.StringUtils;

/**
 * Reads the client's settings from a Hadoop configuration and checks them. A wrong value is an
 * error that names the key, the value and what is allowed.
 */
public final class EvenkeelSettings {

  /**
   * The buffers of reads, and those of writes, take this part of the heap unless told otherwise.
   */
  static final int HEAP_SHARE = 8;

  private EvenkeelSettings() {}

  /** Whether a configuration says {@code evenkeel.enabled=false}; looks at nothing else. */
  public static boolean isOff(Configuration conf) {
    return "false".equalsIgnoreCase(conf.getTrimmed(EvenkeelKeys.ENABLED.name()));
  }

  /**
   * Reads the settings from a Hadoop configuration.
   *
   * @throws WrongSettingException when a value cannot be used
   */
  public static ClientSettings from(Configuration conf) {
    Reader in = new Reader(conf);
    try {
      return from(in, limits(in));
    } catch (WrongSettingException e) {
      throw e;
    } catch (IllegalArgumentException e) {
      throw in.wrong(in.asked, e.getMessage(), e);
    }
  }

  private static ReadLimits limits(Reader in) {
    return new ReadLimits(
        in.bytes(EvenkeelKeys.STREAM_BYTES),
        in.count(EvenkeelKeys.GROUPS),
        in.count(EvenkeelKeys.SKIP_DEPTH),
        in.decimal(EvenkeelKeys.LATE_FACTOR, 1),
        in.time(EvenkeelKeys.LATE_FLOOR).toNanos(),
        in.time(EvenkeelKeys.OPEN_TIME).toNanos(),
        in.positiveTime(EvenkeelKeys.COLD_TIME).toNanos() / (double) (1 << 20),
        in.time(EvenkeelKeys.LAG_MEMORY).toNanos(),
        in.positiveTime(EvenkeelKeys.STALL).toNanos(),
        in.decimal(EvenkeelKeys.EXTRA_RATIO, 0),
        in.bytes(EvenkeelKeys.EXTRA_BURST),
        in.decimal(EvenkeelKeys.DETOUR_RATIO, 0),
        in.positiveTime(EvenkeelKeys.IDLE).toNanos(),
        in.bytes(EvenkeelKeys.INITIAL_BYTES),
        in.decimal(EvenkeelKeys.GROWTH, 1),
        in.time(EvenkeelKeys.FIRST_TIME).toNanos());
  }

  private static ClientSettings from(Reader in, ReadLimits limits) {
    String scheme = in.text(EvenkeelKeys.SCHEME);
    Schemes.named(scheme);
    return new ClientSettings(
        in.flag(EvenkeelKeys.ENABLED),
        in.text(EvenkeelKeys.SWITCH_FILE),
        scheme,
        in.code(),
        in.subblockBytes(),
        in.managerUri(),
        in.socketTime(EvenkeelKeys.MANAGER_TIMEOUT),
        in.redisNodes(),
        in.redisTlsCa(),
        in.socketTime(EvenkeelKeys.REDIS_TIMEOUT),
        in.count(EvenkeelKeys.REDIS_CONNECTIONS),
        in.bytes(EvenkeelKeys.SEQUENTIAL_BYTES),
        in.bytes(EvenkeelKeys.FIRST_BYTES),
        in.bytes(EvenkeelKeys.PREAD_BYTES),
        in.bytes(EvenkeelKeys.WIDE_RATE),
        in.flag(EvenkeelKeys.STRIPED),
        in.verification(),
        in.directed(),
        in.heapBytes(EvenkeelKeys.PROCESS_BYTES),
        in.count(EvenkeelKeys.LANE_THREADS),
        in.socketTime(EvenkeelKeys.CONNECT_TIMEOUT),
        limits,
        in.flag(EvenkeelKeys.READ_ENCODE),
        in.writePolicy(),
        in.heapBytes(EvenkeelKeys.WRITE_PROCESS_BYTES),
        in.count(EvenkeelKeys.WRITE_FILES),
        in.count(EvenkeelKeys.WRITE_FRAGMENTS),
        in.packetBytes(),
        in.time(EvenkeelKeys.WRITE_EXIT_TIMEOUT));
  }

  /** Reads values; without lambdas, which cost a process that begins more than the values do. */
  private static final class Reader {
    private final Configuration conf;

    /** Whose value is being looked at: what goes wrong is wrong with it. */
    private EvenkeelKeys.Key asked;

    Reader(Configuration conf) {
      this.conf = conf;
    }

    String text(EvenkeelKeys.Key key) {
      asked = key;
      return conf.getTrimmed(key.name(), key.defaultValue());
    }

    boolean flag(EvenkeelKeys.Key key) {
      return switch (text(key).toLowerCase(Locale.ROOT)) {
        case "true" -> true;
        case "false" -> false;
        default -> throw wrong(key, "say true or false", null);
      };
    }

    long bytes(EvenkeelKeys.Key key) {
      String text = text(key);
      if (text.isEmpty()) {
        throw wrong(key, "say a number of bytes", null);
      }
      long bytes;
      try {
        bytes = StringUtils.TraditionalBinaryPrefix.string2long(text);
      } catch (IllegalArgumentException e) {
        throw wrong(key, "say a number of bytes, as 65536, 64k, 4m or 1g", e);
      }
      if (bytes <= 0) {
        throw wrong(key, "it must be positive", null);
      }
      return bytes;
    }

    /** What was set; else the default, and of a small heap no more than its share. */
    long heapBytes(EvenkeelKeys.Key key) {
      long bytes = bytes(key);
      boolean set = conf.get(key.name()) != null;
      return set ? bytes : Math.min(bytes, Runtime.getRuntime().maxMemory() / HEAP_SHARE);
    }

    int count(EvenkeelKeys.Key key) {
      int count;
      try {
        count = Integer.parseInt(text(key));
      } catch (NumberFormatException e) {
        throw wrong(key, "say a whole number", e);
      }
      if (count <= 0) {
        throw wrong(key, "it must be positive", null);
      }
      return count;
    }

    double decimal(EvenkeelKeys.Key key, double least) {
      double value;
      try {
        value = Double.parseDouble(text(key));
      } catch (NumberFormatException e) {
        throw wrong(key, "say a number", e);
      }
      if (!(value >= least)) {
        throw wrong(key, "it must be at least " + least, null);
      }
      return value;
    }

    Duration time(EvenkeelKeys.Key key) {
      asked = key;
      Duration time;
      try {
        time =
            Duration.ofNanos(
                conf.getTimeDuration(
                    key.name(), key.defaultValue(), TimeUnit.MILLISECONDS, TimeUnit.NANOSECONDS));
      } catch (NumberFormatException e) {
        throw wrong(key, "say a time, as 2s or 30ms", e);
      }
      if (time.isNegative()) {
        throw wrong(key, "it must not be negative", null);
      }
      return time;
    }

    Duration positiveTime(EvenkeelKeys.Key key) {
      Duration time = time(key);
      if (time.isZero()) {
        throw wrong(key, "it must be positive", null);
      }
      return time;
    }

    /** As sockets take it: whole milliseconds, 0 of which would be for ever. */
    Duration socketTime(EvenkeelKeys.Key key) {
      Duration time = time(key);
      if (time.toMillis() < 1 || time.toMillis() > Integer.MAX_VALUE) {
        throw wrong(key, "it must be from 1 ms to 24 days", null);
      }
      return time;
    }

    CodeSpec code() {
      String forms = "say xor-K-1 or rs-K-M, as xor-4-1 or rs-6-3";
      CodeSpec code;
      try {
        code = CodeSpec.parse(text(EvenkeelKeys.CODE));
      } catch (IllegalArgumentException e) {
        throw wrong(EvenkeelKeys.CODE, forms, e);
      }
      if (code.parityCount() == 0 || code.localGroups() > 0) {
        throw wrong(EvenkeelKeys.CODE, forms, null);
      }
      return code;
    }

    Verification verification() {
      try {
        return Verification.named(text(EvenkeelKeys.STRIPED_VERIFY));
      } catch (IllegalArgumentException e) {
        throw wrong(EvenkeelKeys.STRIPED_VERIFY, "say sample, always or never", e);
      }
    }

    boolean directed() {
      return switch (text(EvenkeelKeys.DIRECTION)) {
        case "projected" -> true;
        case "off" -> false;
        default -> throw wrong(EvenkeelKeys.DIRECTION, "say projected or off", null);
      };
    }

    String managerUri() {
      String uri = text(EvenkeelKeys.MANAGER_URI);
      return uri.isEmpty() ? "" : HttpClientSettings.named(uri).uri().toString();
    }

    List<String> redisNodes() {
      asked = EvenkeelKeys.REDIS_NODES;
      List<String> nodes = List.of(conf.getTrimmedStrings(asked.name()));
      if (nodes.isEmpty()) {
        return nodes;
      }
      RedisSettings plain = RedisSettings.of(nodes);
      String user = text(EvenkeelKeys.REDIS_USER);
      return RedisSettings.withLogin(plain.uris(), user, Secrets.redisPassword(conf));
    }

    String redisTlsCa() {
      String file = text(EvenkeelKeys.REDIS_TLS_CA);
      if (!file.isEmpty() && !Files.isReadable(Path.of(file))) {
        throw wrong(
            EvenkeelKeys.REDIS_TLS_CA,
            "it cannot be read here: name a PEM file, or none for the JVM's authorities",
            null);
      }
      return file;
    }

    WritePolicy writePolicy() {
      // 0 is a natural way to say that there is no least length.
      boolean isNone = text(EvenkeelKeys.WRITE_MIN_BYTES).matches("0+[kKmMgGtT]?");
      long minBytes = isNone ? 0 : bytes(EvenkeelKeys.WRITE_MIN_BYTES);
      boolean oneBlock = flag(EvenkeelKeys.WRITE_ONE_BLOCK);
      List<String> include = paths(EvenkeelKeys.WRITE_INCLUDE);
      List<String> exclude = paths(EvenkeelKeys.WRITE_EXCLUDE);
      return new WritePolicy(minBytes, oneBlock, include, exclude);
    }

    private List<String> paths(EvenkeelKeys.Key key) {
      List<String> paths = List.of(conf.getTrimmedStrings(key.name()));
      for (String path : paths) {
        if (!path.startsWith("/")) {
          throw wrong(key, "paths of HDFS start with /, as /tmp or /user/*/.staging", null);
        }
      }
      return paths;
    }

    int subblockBytes() {
      long bytes = bytes(EvenkeelKeys.SUBBLOCK_BYTES);
      if (bytes % SubblockChecksums.CHUNK_BYTES != 0 || bytes > 64 << 20) {
        throw wrong(EvenkeelKeys.SUBBLOCK_BYTES, "it must be a multiple of 8k, at most 64m", null);
      }
      return (int) bytes;
    }

    int packetBytes() {
      long bytes = bytes(EvenkeelKeys.WRITE_PACKET_BYTES);
      // PacketReceiver knows it too, but reads all of Hadoop's configuration to find it out.
      int most;
      try {
        most =
            conf.getInt(
                HdfsClientConfigKeys.DFS_DATA_TRANSFER_MAX_PACKET_SIZE,
                HdfsClientConfigKeys.DFS_DATA_TRANSFER_MAX_PACKET_SIZE_DEFAULT);
      } catch (NumberFormatException e) {
        throw new WrongSettingException(
            HdfsClientConfigKeys.DFS_DATA_TRANSFER_MAX_PACKET_SIZE + ": " + e.getMessage(), e);
      }
      if (bytes > most) {
        throw wrong(
            EvenkeelKeys.WRITE_PACKET_BYTES, "DataNodes take at most " + most + " bytes", null);
      }
      return (int) bytes;
    }

    private WrongSettingException wrong(EvenkeelKeys.Key key, String why, Throwable cause) {
      // The nodes' URIs may hold passwords.
      String found = RedisSettings.masked(text(key));
      String usual = key.defaultValue().isEmpty() ? "none" : key.defaultValue();
      return new WrongSettingException(
          key.name() + " is '" + found + "': " + why + " (default " + usual + ")", cause);
    }
  }

  /** A configuration value that cannot be used. */
  public static final class WrongSettingException extends IllegalArgumentException {
    WrongSettingException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
