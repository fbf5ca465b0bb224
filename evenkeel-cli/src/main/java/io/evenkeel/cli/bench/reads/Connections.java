package io.evenkeel.cli.bench.reads;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The established connections of this process, as the system has them. */
final class Connections {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");
  private static final String ESTABLISHED = "01";
  private static final int REMOTE = 2;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private Connections() {}

  /** How many this process has to a port of this machine. */
  static int to(int port) throws IOException {
    Set<String> own = ownSockets();
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    int count = 0;
    for (Path table : TABLES) {
      if (Files.exists(table)) {
        for (String line : Files.readAllLines(table)) {
          String[] fields = line.trim().split("\\s+", -1);
          if (fields.length > INODE
              && fields[REMOTE].endsWith(suffix)
              && fields[STATE].equals(ESTABLISHED)
              && own.contains("socket:[" + fields[INODE] + "]")) {
            count++;
          }
        }
      }
    }
    return count;
  }

  private static Set<String> ownSockets() throws IOException {
    Set<String> sockets = new HashSet<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(OPEN_FILES)) {
      for (Path file : files) {
        try {
          sockets.add(Files.readSymbolicLink(file).toString());
        } catch (NoSuchFileException closed) {
          // Not open any more.
        }
      }
    }
    return sockets;
  }
}
