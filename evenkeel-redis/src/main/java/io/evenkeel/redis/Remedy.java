package io.evenkeel.redis;

import java.security.cert.CertificateException;
import javax.net.ssl.SSLException;

/** What to do about a server that does not let us in. */
final class Remedy {
  private Remedy() {}

  /** Whether a server's refusal means that it will refuse all that we ask. */
  static boolean isDenial(Throwable refusal) {
    String message = String.valueOf(refusal.getMessage());
    return isWantOfRights(refusal)
        || message.startsWith("NOAUTH")
        || message.startsWith("WRONGPASS");
  }

  /** Whether it refuses the one thing that was asked, to a user that it lets in. */
  static boolean isWantOfRights(Throwable refusal) {
    return String.valueOf(refusal.getMessage()).startsWith("NOPERM");
  }

  /** Advice about a failure, to append to its message; empty when there is none. */
  static String of(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (cause instanceof SSLException || cause instanceof CertificateException) {
        return ": its certificate must name its host and be signed by an authority in the PEM file"
            + " that evenkeel.redis.tls.ca (the manager's --redis-tls-ca) names";
      }
      if (message.startsWith("NOPERM")) {
        return ": grant its user what Evenkeel needs, ACL SETUSER ... ~evenkeel:* "
            + "+set +mget +getrange +unlink +pexpire, and the manager's +info +hset +hdel +hscan";
      }
      if (message.startsWith("NOAUTH") || message.startsWith("WRONGPASS")) {
        return ": name the right user and password: evenkeel.redis.user and evenkeel.redis.password, the manager's"
            + " --redis-user and --redis-password-file, or its URI, redis[s]://user:password@host";
      }
    }
    return "";
  }
}
