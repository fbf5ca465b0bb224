package io.evenkeel.dist;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The packaged jar, and the stock clients to run it with. */
final class ClientJar {
  /** What only Evenkeel needs: a stock class path has none of it. */
  private static final List<String> OWN_DEPENDENCIES = List.of("redis", "evenkeel");

  private ClientJar() {}

  static Path path() {
    Path jar = Path.of(System.getProperty("evenkeel.client.jar"));
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          "there is no " + jar + "; these tests run after packaging: ./mvnw verify");
    }
    return jar;
  }

  /** The class paths of stock clients, by name; without Evenkeel and its configuration. */
  enum Stock {
    /** The two jars of Hadoop in which its own third-party classes are relocated. */
    SHADED_CURRENT("current"),
    SHADED_NEXT("next"),

    /** As {@code hadoop-client} brings it: Hadoop's third-party classes under their own names. */
    UNSHADED_CURRENT("");

    private final String folder;

    Stock(String folder) {
      this.folder = folder;
    }

    List<String> classPath() {
      if (!folder.isEmpty()) {
        return Stream.concat(jarsIn(folder), jarsIn("common")).toList();
      }
      return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .filter(entry -> entry.endsWith(".jar") && isStock(entry))
          .toList();
    }

    private static boolean isStock(String jar) {
      String name = Path.of(jar).getFileName().toString();
      return OWN_DEPENDENCIES.stream().noneMatch(name::contains);
    }

    private static Stream<String> jarsIn(String folder) {
      Path path = Path.of(System.getProperty("evenkeel.clients.folder"), folder);
      try (Stream<Path> jars = Files.list(path)) {
        return jars.map(Path::toString).sorted().toList().stream();
      } catch (IOException e) {
        throw new UncheckedIOException("no stock client in " + path, e);
      }
    }
  }
}
