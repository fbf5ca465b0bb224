package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/**
 * A key and a certificate for 127.0.0.1 that signs itself, as PEM files.
 *
 * @param certificate what a client has to trust
 */
record SelfSigned(Path key, Path certificate) {
  private static final String PASSWORD = "changeit";

  /** Makes them with the JDK's keytool. */
  static SelfSigned in(Path folder, String name)
      throws IOException, InterruptedException, GeneralSecurityException {
    Path file = folder.resolve(name + ".p12");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(
        List.of("-genkeypair", "-alias", name, "-keyalg", "RSA", "-dname", "CN=" + name));
    command.addAll(List.of("-ext", "san=ip:127.0.0.1", "-storetype", "PKCS12"));
    command.addAll(List.of("-keystore", file.toString(), "-storepass", PASSWORD));
    Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(keytool.waitFor()).as(said).isZero();
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    return new SelfSigned(
        pem(
            folder.resolve(name + ".key"),
            "PRIVATE KEY",
            store.getKey(name, PASSWORD.toCharArray()).getEncoded()),
        pem(folder.resolve(name + ".crt"), "CERTIFICATE", store.getCertificate(name).getEncoded()));
  }

  private static Path pem(Path file, String what, byte[] encoded) throws IOException {
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(encoded);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what));
  }
}
