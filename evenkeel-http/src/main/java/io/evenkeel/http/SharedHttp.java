package io.evenkeel.http;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The process's one HTTP client. Java 17's cannot be closed and keeps a thread for every instance,
 * so there is one for everything, with daemon threads that end when idle. What is called on them
 * must not block.
 */
final class SharedHttp {
  private static final int THREADS = 2;

  static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .proxy(HttpClient.Builder.NO_PROXY)
          .connectTimeout(Duration.ofSeconds(2))
          .executor(threads())
          .build();

  private SharedHttp() {}

  private static ThreadPoolExecutor threads() {
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            task -> Daemons.thread(task, "evenkeel-http-client"));
    threads.allowCoreThreadTimeOut(true);
    return threads;
  }
}
