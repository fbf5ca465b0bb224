package io.evenkeel.command;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A file that a command writes at its end, and tries before it begins: what takes minutes must not
 * be lost to a path that nothing can be written to.
 */
public final class OutputFile {
  private static final int TRIED_BYTES = 4096;
  private static final String STDOUT = "-";

  private final String option;
  private final Path path;

  private OutputFile(String option, Path path) {
    this.option = option;
    this.path = path;
  }

  /**
   * The file that an option names, if one was given. It is tried, and left as it was.
   *
   * @throws IOException the option, the path, and why nothing can be written there
   */
  public static Optional<OutputFile> of(String option, Path path) throws IOException {
    if (path == null) {
      return Optional.empty();
    }
    OutputFile file = new OutputFile(option, path);
    try {
      file.check();
    } catch (IOException e) {
      throw file.failure(e);
    }
    return Optional.of(file);
  }

  /**
   * Refuses a file that is named twice: what is written last would be all that is left of it.
   *
   * @param named what a command reads and writes, by the option or what else it is; null for none
   * @throws ParameterException both names of the first such file
   */
  public static void requireOwn(CommandLine command, Map<String, Path> named) {
    Map<Path, String> seen = new HashMap<>();
    named.forEach(
        (name, path) -> {
          String other = path == null ? null : seen.putIfAbsent(real(path), name);
          if (other != null) {
            throw new ParameterException(
                command,
                name + " takes a file of its own, got " + path + ", which is that of " + other);
          }
        });
  }

  /** The same for all names of a file. */
  private static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException isNew) {
      return path.toAbsolutePath().normalize();
    }
  }

  private void check() throws IOException {
    if (path.toString().equals(STDOUT)) {
      throw new IOException("it takes a file, not stdout; ./- is one of that name");
    }
    Path folder = path.toAbsolutePath().getParent();
    if (path.toString().isEmpty()) {
      throw new IOException("the path is empty; name a file");
    }
    if (Files.isDirectory(path)) {
      throw new IOException("it is a directory; name a file in it");
    }
    if (folder != null && !Files.isDirectory(folder)) {
      throw new IOException("there is no folder " + folder);
    }
    boolean isNew = Files.notExists(path, LinkOption.NOFOLLOW_LINKS);
    if (!isNew && !Files.isRegularFile(path)) {
      // Who reads from a pipe takes the end of a trial for the end.
      return;
    }
    StandardOpenOption how = isNew ? StandardOpenOption.CREATE_NEW : StandardOpenOption.APPEND;
    try (FileChannel channel = FileChannel.open(path, how, StandardOpenOption.WRITE)) {
      fill(channel);
    }
    if (isNew) {
      Files.delete(path);
    }
  }

  /** Only what is written tells of a full disk. */
  private static void fill(FileChannel channel) throws IOException {
    long length = channel.size();
    try {
      channel.write(ByteBuffer.allocate(TRIED_BYTES));
    } finally {
      channel.truncate(length);
    }
  }

  /**
   * Writes all of it.
   *
   * @throws IOException the option, the path, and why it cannot be written
   */
  public void write(String text) throws IOException {
    try {
      Files.writeString(path, text);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  private IOException failure(IOException cause) {
    String why = cause instanceof AccessDeniedException ? "access is denied" : cause.getMessage();
    return new IOException(option + ": cannot write to '" + path + "': " + why, cause);
  }
}
