package io.evenkeel.redis;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** TLS to servers whose certificate names their host and is signed by a trusted authority. */
final class RedisTls {
  private final String authorities;
  private SSLContext context;

  /**
   * @param authorities a PEM file; empty for the JVM's
   */
  RedisTls(String authorities) {
    this.authorities = authorities;
  }

  /** Shakes hands over a socket that is connected; whoever closes that one closes this. */
  Socket over(Socket connected, RedisAddress address) throws IOException {
    String host = address.host().replaceAll("[\\[\\]]", "");
    SSLSocket secured =
        (SSLSocket)
            context().getSocketFactory().createSocket(connected, host, address.port(), true);
    SSLParameters parameters = secured.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    secured.setSSLParameters(parameters);
    secured.startHandshake();
    return secured;
  }

  private synchronized SSLContext context() throws IOException {
    if (context == null) {
      try {
        SSLContext made = SSLContext.getInstance("TLS");
        made.init(null, authorities.isEmpty() ? null : trust().getTrustManagers(), null);
        context = made;
      } catch (GeneralSecurityException e) {
        throw new SSLException("the authorities in " + authorities + " cannot be used: " + e, e);
      }
    }
    return context;
  }

  private TrustManagerFactory trust() throws GeneralSecurityException, IOException {
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    try (InputStream in = Files.newInputStream(Path.of(authorities))) {
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("authority-" + trusted.size(), each);
      }
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    return factory;
  }
}
