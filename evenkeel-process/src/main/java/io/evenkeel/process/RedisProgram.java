package io.evenkeel.process;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Finds a redis-server that runs here: the one named by {@code EVENKEEL_REDIS_SERVER} (system
 * property or environment), else one on PATH, or a valkey-server there, else the one the class path
 * brings along. The checker of its files, {@code redis-check-rdb}, is the server by another name,
 * and comes without a daemon in Debian's {@code redis-tools}: it may be named, too.
 */
public final class RedisProgram {
  public static final String NAMED_BY = "EVENKEEL_REDIS_SERVER";

  private static final String CHECKER = "-check-rdb";

  private RedisProgram() {}

  /** The program's path; one from the class path, or a link, is put into {@code folder}. */
  public static Path find(Path folder) throws IOException {
    String named = System.getProperty(NAMED_BY, System.getenv(NAMED_BY));
    if (named != null && !named.isEmpty()) {
      Path program = asServer(Path.of(named), folder);
      if (!runs(program)) {
        throw new IOException(
            NAMED_BY
                + " names \""
                + named
                + "\", which does not run; name a redis-server or unset it");
      }
      return program;
    }
    for (String server : List.of("redis-server", "valkey-server")) {
      for (String entry : System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1)) {
        Path program = Path.of(entry.isEmpty() ? "." : entry, server);
        if (Files.isExecutable(program) && runs(program)) {
          return program;
        }
      }
    }
    List<String> tried = new ArrayList<>();
    for (String resource : resources()) {
      Path program = folder.resolve("redis-server");
      if (copy(resource, program) && runs(program)) {
        return program;
      }
      tried.add(resource);
    }
    throw new IOException(
        "no redis-server runs here: none on PATH, and of the class path tried "
            + tried
            + "; install redis-server or name one by "
            + NAMED_BY);
  }

  private static Path asServer(Path program, Path folder) throws IOException {
    String name = program.getFileName().toString();
    if (!name.endsWith(CHECKER)) {
      return program;
    }
    Path server = folder.resolve(name.replace(CHECKER, "-server"));
    Files.deleteIfExists(server);
    return Files.createSymbolicLink(server, program.toAbsolutePath());
  }

  /** What embedded-redis ships for this processor, the newest first, a static one last. */
  private static List<String> resources() {
    return switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
      case "amd64", "x86_64" ->
          List.of("redis-server-6.2.6-v5-linux-amd64", "redis-server-6.2.7-linux-386");
      case "aarch64", "arm64" -> List.of("redis-server-6.2.7-linux-arm64");
      default -> List.of();
    };
  }

  private static boolean copy(String resource, Path target) throws IOException {
    try (InputStream program = RedisProgram.class.getClassLoader().getResourceAsStream(resource)) {
      if (program == null) {
        return false;
      }
      Files.deleteIfExists(target);
      Files.copy(program, target);
      Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rwx------"));
      return true;
    }
  }

  private static boolean runs(Path program) throws InterruptedIOException {
    try {
      return new ProcessBuilder(program.toString(), "--version")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException notAProgram) {
      return false;
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while trying " + program);
    }
  }
}
