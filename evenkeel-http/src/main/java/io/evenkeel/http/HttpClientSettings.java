package io.evenkeel.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Objects;

/**
 * Where the manager is, and how much of a client's time it may take.
 *
 * @param uri {@code http://host:port}
 * @param requestTimeout for one request, connecting included
 * @param maxRequests requests under way; one more fails at once
 * @param failuresToOpen how many failures in a row open the circuit breaker
 * @param probeDelay how long it stays open before one request probes the manager
 */
public record HttpClientSettings(
    URI uri, Duration requestTimeout, int maxRequests, int failuresToOpen, Duration probeDelay) {
  public HttpClientSettings {
    Objects.requireNonNull(uri, "uri is null");
    if (uri.getHost() == null || !"http".equals(uri.getScheme())) {
      throw misnamed(uri.toString());
    }
    uri = withoutLogin(uri);
    if (requestTimeout.isNegative()
        || requestTimeout.isZero()
        || maxRequests <= 0
        || failuresToOpen <= 0
        || probeDelay.isNegative()) {
      throw new IllegalArgumentException(
          "a manager client needs positive limits, got %s, %d, %d and %s"
              .formatted(requestTimeout, maxRequests, failuresToOpen, probeDelay));
    }
  }

  private static IllegalArgumentException misnamed(String uri) {
    return new IllegalArgumentException(
        "a manager is named http://host:port, got " + uri.replaceAll(".*@", "***@"));
  }

  /**
   * The defaults for a manager as it is named by people.
   *
   * @throws IllegalArgumentException where that is no URI of a manager
   */
  public static HttpClientSettings named(String uri) {
    URI parsed;
    try {
      parsed = new URI(uri);
    } catch (URISyntaxException e) {
      // Its message says nothing of managers, and shows what may be a password.
      throw misnamed(uri);
    }
    return of(parsed);
  }

  /** It asks for none, and none is to be shown. */
  private static URI withoutLogin(URI uri) {
    return uri.getRawUserInfo() == null
        ? uri
        : URI.create(uri.toString().replace(uri.getRawUserInfo() + "@", ""));
  }

  /** The defaults for a manager. */
  public static HttpClientSettings of(URI uri) {
    return new HttpClientSettings(uri, Duration.ofMillis(250), 64, 3, Duration.ofSeconds(2));
  }

  /** These settings with other times. */
  public HttpClientSettings withTimes(Duration newRequestTimeout, Duration newProbeDelay) {
    return new HttpClientSettings(
        uri, newRequestTimeout, maxRequests, failuresToOpen, newProbeDelay);
  }
}
