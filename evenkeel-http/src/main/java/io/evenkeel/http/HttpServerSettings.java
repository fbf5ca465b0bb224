package io.evenkeel.http;

import java.time.Duration;

/**
 * The server's limits.
 *
 * @param bindAddress loopback unless the network is trusted: there is no authentication yet
 * @param port 0 for any free one
 * @param threads requests answered at once
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
  public HttpServerSettings {
    if (port < 0 || port > 65535 || threads <= 0 || maxQueued <= 0 || maxRequestBytes <= 0) {
      throw new IllegalArgumentException(
          ("an HTTP server needs 0 <= port <= 65535 and threads, maxQueued, maxRequestBytes > 0,"
                  + " got %d, %d, %d, %d")
              .formatted(port, threads, maxQueued, maxRequestBytes));
    }
  }

  /** The defaults, on loopback. */
  public static HttpServerSettings loopback(int port) {
    return new HttpServerSettings("127.0.0.1", port, 4, 256, 1 << 20, Duration.ofSeconds(2));
  }

  /** These settings on another address. */
  public HttpServerSettings withBindAddress(String address) {
    return new HttpServerSettings(
        address, port, threads, maxQueued, maxRequestBytes, answerTimeout);
  }
}
