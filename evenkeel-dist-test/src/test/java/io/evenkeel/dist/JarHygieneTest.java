package io.evenkeel.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is in the jar, and what must not be: it lies on class paths that are not ours. */
class JarHygieneTest {
  private JarFile jar;

  @BeforeEach
  void open() throws IOException {
    jar = new JarFile(ClientJar.path().toFile());
  }

  @AfterEach
  void close() throws IOException {
    jar.close();
  }

  private List<String> files() {
    return jar.stream().filter(e -> !e.isDirectory()).map(JarEntry::getName).toList();
  }

  private String text(String name) throws IOException {
    JarEntry entry = jar.getJarEntry(name);
    assertThat(entry).as("%s in the jar", name).isNotNull();
    try (InputStream in = jar.getInputStream(entry)) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  @Test
  void classes_areInOurPackagesOnly() {
    assertThat(files())
        .contains("io/evenkeel/hadoop/EvenkeelFileSystem.class")
        .contains("io/evenkeel/shaded/jackson/core/JsonFactory.class");
    assertThat(files().stream().filter(f -> f.endsWith(".class")))
        .allSatisfy(f -> assertThat(f).startsWith("io/evenkeel/"));
    assertThat(files().stream().filter(f -> !f.startsWith("io/evenkeel/")))
        .allSatisfy(f -> assertThat(f).startsWith("META-INF/"));
  }

  @Test
  void theServerSideAndTests_stayOutside() {
    assertThat(files())
        .noneMatch(f -> f.startsWith("io/evenkeel/server/"))
        .noneMatch(f -> f.startsWith("io/evenkeel/manager/"))
        .noneMatch(f -> f.startsWith("io/evenkeel/cluster/"))
        .noneMatch(f -> f.startsWith("io/evenkeel/testing/"))
        .noneMatch(f -> f.contains("StaticLoggerBinder"))
        .noneMatch(f -> f.contains("log4j"))
        .noneMatch(f -> f.contains("SLF4JServiceProvider"));
  }

  @Test
  void services_areRelocatedTogetherWithWhoProvidesThem() throws IOException {
    List<String> services =
        files().stream().filter(f -> f.startsWith("META-INF/services/")).toList();
    assertThat(services).isNotEmpty();
    for (String service : services) {
      String name = service.substring("META-INF/services/".length());
      assertThat(name).startsWith("io.evenkeel.shaded.");
      List<String> providers =
          Arrays.stream(text(service).split("\n", -1)).map(String::trim).toList();
      assertThat(providers).as(service).anyMatch(p -> !p.isEmpty());
      for (String provider : providers) {
        if (!provider.isEmpty()) {
          assertThat(jar.getJarEntry(provider.replace('.', '/') + ".class"))
              .as("%s, which %s names", provider, service)
              .isNotNull();
        }
      }
    }
  }

  @Test
  void licenceAndNotice_areThereOnce() throws IOException {
    assertThat(text("META-INF/LICENSE")).contains("Apache License").contains("Version 2.0");
    assertThat(text("META-INF/NOTICE")).contains("Jackson");
    assertThat(files()).doesNotHaveDuplicates();
  }
}
