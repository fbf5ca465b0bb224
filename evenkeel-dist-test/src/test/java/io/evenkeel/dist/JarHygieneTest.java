package io.evenkeel.dist;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
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
        .contains("io/evenkeel/shaded/gson/stream/JsonReader.class");
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

  /** Nothing in it is found by looking for services, so nothing can be found wrongly. */
  @Test
  void services_areNone() {
    assertThat(files()).noneMatch(f -> f.startsWith("META-INF/services/"));
  }

  @Test
  void licenceAndNotice_areThereOnce() throws IOException {
    assertThat(text("META-INF/LICENSE")).contains("Apache License").contains("Version 2.0");
    assertThat(text("META-INF/NOTICE")).contains("Gson");
    assertThat(files()).doesNotHaveDuplicates();
  }
}
