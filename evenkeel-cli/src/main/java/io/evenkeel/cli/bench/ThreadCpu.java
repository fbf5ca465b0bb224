package io.evenkeel.cli.bench;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What a thread of this process has computed, as the kernel tells, which counts the JVM's own
 * threads as well, and to the nanosecond.
 *
 * @param name as the kernel has it, its first 15 characters
 */
public record ThreadCpu(String name, long nanos) {
  private static final Path THREADS = Path.of("/proc/self/task");
  private static final String COMPILERS = "C[12] Compiler.*";

  /** The threads that live, by their numbers. */
  public static Map<String, ThreadCpu> all() throws IOException {
    Map<String, ThreadCpu> threads = new HashMap<>();
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(THREADS)) {
      for (Path folder : folders) {
        try {
          String text = Files.readString(folder.resolve("schedstat"));
          threads.put(
              folder.getFileName().toString(),
              new ThreadCpu(
                  Files.readString(folder.resolve("comm")).strip(),
                  Long.parseLong(text, 0, text.indexOf(' '), 10)));
        } catch (IOException e) {
          if (Files.exists(folder)) {
            throw e;
          }
          // It ended meanwhile.
        }
      }
    }
    return threads;
  }

  /** Whether it compiles what runs often. */
  boolean compiles() {
    return name.matches(COMPILERS);
  }
}
