package io.evenkeel.server;

import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/** The daemon. */
public final class ManagerMain {
  private static final int BAD_ARGUMENTS = 2;
  private static final int CANNOT_START = 1;
  private static final String MAX_REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

  private ManagerMain() {}

  public static void main(String[] args) throws InterruptedException {
    ManagerArguments arguments;
    RedisSettings redis;
    try {
      arguments = ManagerArguments.parse(args);
      if (arguments.help()) {
        System.out.print(ManagerArguments.HELP);
        return;
      }
      redis = RedisSettings.of(arguments.redisUris());
    } catch (IllegalArgumentException e) {
      System.err.println("evenkeel manager: " + e.getMessage() + " (--help lists the arguments)");
      System.exit(BAD_ARGUMENTS);
      return;
    }
    if (System.getProperty(MAX_REQUEST_SECONDS) == null) {
      System.setProperty(MAX_REQUEST_SECONDS, "10");
    }
    try (RedisNodeStore store = new RedisNodeStore(redis);
        ManagerServer server = start(arguments, store)) {
      System.out.println("ready " + server.uri());
      System.out.flush();
      await(arguments.endOnStdinEof());
    } catch (IOException e) {
      System.err.println(
          "evenkeel manager: cannot listen on %s:%d: %s"
              .formatted(arguments.bindAddress(), arguments.port(), e.getMessage()));
      System.exit(CANNOT_START);
    }
  }

  private static ManagerServer start(ManagerArguments arguments, RedisNodeStore store)
      throws IOException {
    return new ManagerServer(
        store,
        arguments.settings(),
        HttpServerSettings.loopback(arguments.port()).withBindAddress(arguments.bindAddress()));
  }

  private static void await(boolean endOnStdinEof) throws IOException, InterruptedException {
    if (!endOnStdinEof) {
      new CountDownLatch(1).await();
    }
    byte[] ignored = new byte[256];
    while (System.in.read(ignored) >= 0) {
      // Only its end matters.
    }
  }
}
