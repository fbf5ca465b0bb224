package io.evenkeel.cli.cluster;

import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.process.OsProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The one place where this user's cluster lives: data, logs, control socket, client configurations.
 *
 * <p>It is {@code evenkeel-USER} in the temporary folder, or what {@code EVENKEEL_STATE_FOLDER}
 * (system property or environment) names; not the user's runtime folder, whose memory-backed file
 * system is no place for blocks. It exists exactly while a cluster does: creating it is the lock,
 * and whoever ends the cluster removes it.
 */
public record StateFolder(Path path) {
  static final String NAMED_BY = "EVENKEEL_STATE_FOLDER";

  private static final String SOCKET = "control.sock";

  // A Unix socket's address is at most 108 bytes with its final zero.
  private static final int SOCKET_PATH_BYTES_MAX = 107;
  private static final int REMOVAL_SECONDS = 10;

  public static StateFolder ofThisUser() {
    String named = System.getProperty(NAMED_BY, System.getenv(NAMED_BY));
    if (named != null && !named.isEmpty()) {
      return new StateFolder(Path.of(named).toAbsolutePath());
    }
    String temporary = System.getenv().getOrDefault("TMPDIR", "/tmp");
    String user = System.getProperty("user.name").replaceAll("[^A-Za-z0-9._-]", "_");
    return new StateFolder(Path.of(temporary, "evenkeel-" + user).toAbsolutePath());
  }

  /**
   * Where the cluster is asked.
   *
   * @throws IllegalArgumentException where no socket can have the name
   */
  Path socket() {
    requireRoomForSocket();
    return path.resolve(SOCKET);
  }

  private void requireRoomForSocket() {
    Path socket = path.resolve(SOCKET);
    if (socket.toString().getBytes(StandardCharsets.UTF_8).length > SOCKET_PATH_BYTES_MAX) {
      throw new IllegalArgumentException(
          "the folder "
              + path
              + " is too long a name for a socket in it; set "
              + NAMED_BY
              + " to a shorter one");
    }
  }

  Path stockConfiguration() {
    return path.resolve("stock");
  }

  Path evenkeelConfiguration() {
    return path.resolve("evenkeel");
  }

  /**
   * The clients' configuration of this user's cluster; empty where none is up.
   *
   * @throws IOException if the folder is not ours: its configuration could send passwords anywhere
   */
  public Optional<Path> configurationOfCluster() throws IOException {
    if (!Files.isDirectory(evenkeelConfiguration())) {
      return Optional.empty();
    }
    checkOurs();
    return Optional.of(evenkeelConfiguration());
  }

  /**
   * Makes sure that a cluster can be started here: waits for the end of one that is being removed,
   * and removes what a crash of the machine left of one.
   *
   * @throws IOException if a cluster is up or starting, the folder is not ours, or somebody keeps
   *     something else there
   * @throws IllegalArgumentException where no socket can be in it
   */
  void makeFree() throws IOException {
    // Refused before anything is started, not when the socket is opened.
    requireRoomForSocket();
    for (int attempt = 0; Files.exists(path, LinkOption.NOFOLLOW_LINKS); attempt++) {
      checkOurs();
      Optional<OsProcess> owner = LocalCluster.owner(path);
      if (owner.isPresent() && owner.get().state() != OsProcess.State.GONE) {
        throw new IOException(
            "a cluster is up or starting already, held by process "
                + owner.get().pid()
                + "; see it with \"evenkeel cluster status\", end it with \"evenkeel cluster down\"");
      }
      if (attempt == REMOVAL_SECONDS * 10) {
        requireClusters(owner);
        removeLeftOver();
        return;
      }
      pause();
    }
  }

  /** What no cluster has made is not removed, whoever names it. */
  private void requireClusters(Optional<OsProcess> owner) throws IOException {
    try (Stream<Path> entries = Files.list(path)) {
      if (owner.isEmpty() && entries.findAny().isPresent()) {
        throw new IOException(
            path
                + " is no cluster's, and something is in it; set "
                + NAMED_BY
                + " to a folder that does not exist, or remove this one");
      }
    }
  }

  /** Refuses a folder that somebody else may have prepared. */
  void checkOurs() throws IOException {
    PosixFileAttributes found =
        Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    String me = System.getProperty("user.name");
    if (!found.isDirectory()
        || !found.owner().getName().equals(me)
        || !PosixFilePermissions.toString(found.permissions()).endsWith("------")) {
      throw new IOException(
          path
              + " should be a folder of "
              + me
              + " alone, found "
              + (found.isDirectory() ? "a folder" : "no folder")
              + " of "
              + found.owner().getName()
              + " with "
              + PosixFilePermissions.toString(found.permissions())
              + "; remove it or set "
              + NAMED_BY);
    }
  }

  private void removeLeftOver() throws IOException {
    List<Path> all;
    try (Stream<Path> tree = Files.walk(path)) {
      all = tree.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path entry : all) {
      Files.deleteIfExists(entry);
    }
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException interrupt) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", interrupt);
    }
  }
}
