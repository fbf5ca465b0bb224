package io.evenkeel.cli.doctor;

import io.evenkeel.command.StopNotice;
import io.evenkeel.core.fill.WriteTotals;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.util.ShutdownHookManager;

/**
 * A file that is written by Evenkeel to be read again, and the folders that had to be made for it.
 * All of it, and nothing else, goes with {@link #remove}, or when the process ends in order before
 * that; folders that others use by then stay. It may be removed while a write that is given up has
 * not ended yet: then that write removes what it has made since.
 */
final class ProbeFile implements AutoCloseable {
  /** HDFS takes no smaller blocks by default: the smallest let a small file have several. */
  private static final long BLOCK_BYTES_MIN = 1 << 20;

  private static final int BUFFER_BYTES = 64 * 1024;

  /** While the file system is open yet. */
  private static final int EXIT_PRIORITY = FileSystem.SHUTDOWN_HOOK_PRIORITY + 10;

  /** For what is removed as the process ends. */
  static final long EXIT_SECONDS_MAX = 5;

  private final EvenkeelFileSystem fs;
  private final Path folder;
  private final Path path;
  private final ProbeBytes bytes;
  private final WriteTotals before;

  /** How long the end of the process waits for a write that is given up. */
  private static final long WRITE_END_MILLIS_MAX = 2000;

  /** What the process does at its end, from the write on until all is removed. */
  final Runnable atExit = this::endWithProcess;

  /** Folders, the deepest first. */
  private final Deque<Path> made = new ConcurrentLinkedDeque<>();

  private Optional<ErasureCodingPolicy> policy = Optional.empty();
  private long blockBytes;
  private volatile boolean writing;
  private volatile boolean written;

  /** Whether what has the file's name can only be what was made here. */
  private volatile boolean begun;

  /** Whether nothing more is to be made. */
  private volatile boolean ending;

  /** Whether a write may make something yet. */
  private boolean making;

  /** Whether all was removed that may be, and nothing can come. */
  private boolean removed;

  /** What may be left, for people, by the last removal. */
  private String left = StopNotice.NOTHING;

  /** The same, as the end of the process found it; null until then. */
  private String leftAtEnd;

  /**
   * Writes nothing yet.
   *
   * @param fs closed with this
   */
  ProbeFile(EvenkeelFileSystem fs, ProbeSettings settings) {
    this.fs = fs;
    this.folder = fs.makeQualified(settings.folder());
    this.path = new Path(folder, ProbeSettings.newName());
    this.bytes = new ProbeBytes(ThreadLocalRandom.current().nextLong(), settings.lengthBytes());
    this.before = fs.writeTotals();
  }

  EvenkeelFileSystem fileSystem() {
    return fs;
  }

  Path path() {
    return path;
  }

  ProbeBytes bytes() {
    return bytes;
  }

  /** Whether a write of it was begun, and did not come to its end. */
  boolean isCut() {
    return writing;
  }

  /** Whether all of it was. */
  boolean isWritten() {
    return written;
  }

  /** Whether it lies in an encryption zone; of a file that was written. */
  boolean isEncrypted() throws IOException {
    return fs.getFileStatus(path).isEncrypted();
  }

  /** How HDFS codes it; empty for a replicated file. */
  Optional<ErasureCodingPolicy> policy() {
    return policy;
  }

  /** Of a replicated file, into how many it is cut. */
  long blocks() {
    return (bytes.lengthBytes() + blockBytes - 1) / blockBytes;
  }

  long blockBytes() {
    return blockBytes;
  }

  /** Stripes of it whose parity was published so far. */
  long stripesPublished() {
    return fs.writeTotals().stripesPublished() - before.stripesPublished();
  }

  /**
   * Makes the folder and writes the file.
   *
   * @param unitBytes what a block of a replicated file is to be a multiple of
   */
  void write(int unitBytes) throws IOException {
    ShutdownHookManager.get()
        .addShutdownHook(atExit, EXIT_PRIORITY, EXIT_SECONDS_MAX, TimeUnit.SECONDS);
    setMaking(true);
    try {
      makeFolder();
      policy = Optional.ofNullable(fs.getErasureCodingPolicy(folder));
      // Blocks that are no whole cells let the stock writer hang.
      long unit = policy.map(p -> (long) p.getCellSize()).orElse((long) unitBytes);
      blockBytes = (BLOCK_BYTES_MIN + unit - 1) / unit * unit;
      try (FSDataOutputStream out = create()) {
        writing = true;
        requireWanted();
        bytes.writeTo(out);
      }
      writing = false;
      written = true;
    } finally {
      try {
        if (ending) {
          remove();
        }
      } finally {
        setMaking(false);
      }
    }
  }

  private synchronized void setMaking(boolean isMaking) {
    making = isMaking;
    removed = false;
    notifyAll();
  }

  private void requireWanted() throws IOException {
    if (ending) {
      throw new IOException("the write was given up");
    }
  }

  /** A NameNode may want larger blocks than most do. */
  private FSDataOutputStream create() throws IOException {
    try {
      return create(blockBytes);
    } catch (IOException e) {
      long usual = fs.getDefaultBlockSize(path);
      if (usual <= blockBytes || !String.valueOf(e.getMessage()).contains("min-block-size")) {
        throw e;
      }
      blockBytes = usual;
      return create(usual);
    }
  }

  private FSDataOutputStream create(long ofBytes) throws IOException {
    requireWanted();
    if (fs.exists(path)) {
      throw new FileAlreadyExistsException(Scene.shown(path) + " is there already");
    }
    // Before the call: where no answer comes, the file may be there all the same.
    begun = true;
    try {
      return fs.create(path, false, BUFFER_BYTES, fs.getDefaultReplication(path), ofBytes);
    } catch (FileAlreadyExistsException e) {
      begun = false;
      throw e;
    }
  }

  /** One level after the other: what was there right before a level was made is not ours. */
  private void makeFolder() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder; at != null && !fs.exists(at); at = at.getParent()) {
      missing.addFirst(at);
    }
    for (Path level : missing) {
      requireWanted();
      if (fs.exists(level)) {
        continue;
      }
      made.addFirst(level);
      if (!fs.mkdirs(level)) {
        throw new IOException("the folder " + Scene.shown(level) + " could not be made");
      }
    }
  }

  /**
   * Removes the file and the folders that were made, and only those; may be called again.
   *
   * @return the folder of these that stays, with the reason; empty where none does
   * @throws IOException when the file may be left
   */
  synchronized Optional<String> remove() throws IOException {
    ending = true;
    if (writing) {
      // A stream that is open would wait for nodes that hang.
      fs.getClient().closeAllFilesBeingWritten(true);
    }
    if (begun && !removed) {
      left = mayBeLeft();
      delete(path);
    }
    Optional<String> stays = removeFolders();
    left = stays.map(folder -> "the folder " + folder + ", is left").orElse(StopNotice.NOTHING);
    removed = !making;
    forgetExit();
    return stays;
  }

  /** What is not empty is used by others, and so is all above it. */
  private Optional<String> removeFolders() {
    for (Path empty = made.peekFirst(); empty != null; empty = made.peekFirst()) {
      try {
        delete(empty);
        made.remove(empty);
      } catch (IOException e) {
        IOException why = e instanceof RemoteException remote ? remote.unwrapRemoteException() : e;
        boolean used = why instanceof PathIsNotEmptyDirectoryException;
        return Optional.of(
            Scene.shown(empty) + (used ? ", which others use" : " (" + Trouble.text(e) + ")"));
      }
    }
    return Optional.empty();
  }

  /** Who may not write is refused even where there is nothing. */
  private void delete(Path ours) throws IOException {
    if (fs.exists(ours)) {
      fs.delete(ours, false);
    }
  }

  /** That the file may be there yet, for people. */
  String mayBeLeft() {
    return "the file " + Scene.shown(path) + " may be left: delete it";
  }

  /**
   * Removes all, for the process is ending, and gives up a write that is under way; for whoever
   * comes first, while others wait for him.
   *
   * @return what may be left, for people
   */
  synchronized String endWithProcess() {
    if (leftAtEnd == null) {
      try {
        if (!removed) {
          remove();
          awaitWrite();
        }
        leftAtEnd = making ? mayBeLeft() : left;
      } catch (IOException | RuntimeException e) {
        leftAtEnd = mayBeLeft();
      } catch (InterruptedException e) {
        leftAtEnd = mayBeLeft();
        Thread.currentThread().interrupt();
      }
    }
    return leftAtEnd;
  }

  /** It removes what it has made since. */
  private synchronized void awaitWrite() throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(WRITE_END_MILLIS_MAX);
    for (long rest = WRITE_END_MILLIS_MAX; making && rest > 0; ) {
      wait(rest);
      rest = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }
  }

  private void forgetExit() {
    try {
      ShutdownHookManager.get().removeShutdownHook(atExit);
    } catch (IllegalStateException e) {
      // The process ends already: hooks stay, and this one finds nothing more to remove.
    }
  }

  /** Removes what is left, and ends the file system. */
  @Override
  public void close() throws IOException {
    try {
      remove();
    } finally {
      forgetExit();
      fs.close();
    }
  }
}
