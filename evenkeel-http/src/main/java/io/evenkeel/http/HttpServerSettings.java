package io.evenkeel.http;

import java.time.Duration;

/**
 * The server's limits.
 *
 * @param bindAddress loopback unless the network is trusted: there is no authentication yet
 * @param port 0 for any free one
 * @param threads requests that are received or answered at once; who stops in the middle of sending
 *     one keeps a thread until the process's limit for requests
 * @param maxQueued requests that wait for a thread; more are refused by closing their connection
 * @param maxRequestBytes the longest body
 * @param answerTimeout how long a request waits for the manager behind this server
 */
public record HttpServerSettings(
    String bindAddress,
    int port,
    int threads,
    int maxQueued,
    int maxRequestBytes,
    Duration answerTimeout) {
  // What OPERATING reckons with; no option changes them.
  private static final String LOOPBACK = "127.0.0.1";
  private static final int THREADS = 32;
  private static final int QUEUED_MAX = 256;
  private static final int REQUEST_BYTES_MAX = 1 << 20;
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final int PORT_MAX = 65_535;

  public HttpServerSettings {
    if (port < 0 || port > PORT_MAX || threads <= 0 || maxQueued <= 0 || maxRequestBytes <= 0) {
      throw new IllegalArgumentException(
          ("an HTTP server needs 0 <= port <= %d and threads, maxQueued, maxRequestBytes > 0,"
                  + " got %d, %d, %d, %d")
              .formatted(PORT_MAX, port, threads, maxQueued, maxRequestBytes));
    }
  }

  /** The constants that every manager runs with, on loopback. */
  public static HttpServerSettings loopback(int port) {
    return new HttpServerSettings(
        LOOPBACK, port, THREADS, QUEUED_MAX, REQUEST_BYTES_MAX, ANSWER_TIMEOUT);
  }

  /** These settings on another address. */
  public HttpServerSettings withBindAddress(String address) {
    return new HttpServerSettings(
        address, port, threads, maxQueued, maxRequestBytes, answerTimeout);
  }
}
