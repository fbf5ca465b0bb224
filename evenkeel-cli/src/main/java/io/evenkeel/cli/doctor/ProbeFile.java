package io.evenkeel.cli.doctor;

import io.evenkeel.core.fill.WriteTotals;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/**
 * A file that is written by Evenkeel to be read again, and the folders that had to be made for it.
 * All of it goes with {@link #remove}, or when the process ends; what was there before stays. It
 * may be removed while a write that is given up has not ended yet.
 */
final class ProbeFile implements AutoCloseable {
  /** HDFS takes no smaller blocks by default: the smallest let a small file have several. */
  private static final long BLOCK_BYTES_MIN = 1 << 20;

  private static final int BUFFER_BYTES = 64 * 1024;

  private final EvenkeelFileSystem fs;
  private final Path folder;
  private final boolean isOwnFolder;
  private final Path path;
  private final ProbeBytes bytes;
  private final WriteTotals before;

  /** The deepest first. */
  private final Deque<Path> made = new ConcurrentLinkedDeque<>();

  private Optional<ErasureCodingPolicy> policy = Optional.empty();
  private long blockBytes;
  private volatile boolean writing;
  private volatile boolean written;
  private volatile boolean removed;

  /**
   * Writes nothing yet.
   *
   * @param fs closed with this
   */
  ProbeFile(EvenkeelFileSystem fs, ProbePlan plan) {
    this.fs = fs;
    this.folder = fs.makeQualified(plan.folder());
    this.isOwnFolder = plan.isOwnFolder();
    this.path = new Path(folder, isOwnFolder ? "probe" : ProbePlan.newName());
    this.bytes = new ProbeBytes(ThreadLocalRandom.current().nextLong(), plan.lengthBytes());
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

  /** Whether all of it was. */
  boolean isWritten() {
    return written;
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
   * @param subblockBytes what a block is to be a multiple of
   */
  void write(int subblockBytes) throws IOException {
    makeFolder();
    policy = Optional.ofNullable(fs.getErasureCodingPolicy(folder));
    // Blocks that are no whole cells let the stock writer hang.
    long unit = policy.map(p -> (long) p.getCellSize()).orElse((long) subblockBytes);
    blockBytes = (BLOCK_BYTES_MIN + unit - 1) / unit * unit;
    writing = true;
    try (FSDataOutputStream out = create()) {
      fs.deleteOnExit(path);
      bytes.writeTo(out);
    }
    writing = false;
    written = true;
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
    return fs.create(path, false, BUFFER_BYTES, fs.getDefaultReplication(path), ofBytes);
  }

  private void makeFolder() throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path at = folder; at != null && !fs.exists(at); at = at.getParent()) {
      missing.addLast(at);
    }
    if (!missing.isEmpty()) {
      made.addAll(missing);
      if (!fs.mkdirs(folder)) {
        throw new IOException("the folder " + Scene.shown(folder) + " could not be made");
      }
      if (isOwnFolder) {
        fs.deleteOnExit(folder);
      }
    }
  }

  /**
   * Removes the file and the folders that were made, and only those.
   *
   * @throws IOException when something is left; says what
   */
  void remove() throws IOException {
    if (removed) {
      return;
    }
    if (writing) {
      // A stream that is open would wait for nodes that hang.
      fs.getClient().closeAllFilesBeingWritten(true);
    }
    delete(path);
    for (Path empty : made) {
      delete(empty);
    }
    fs.cancelDeleteOnExit(path);
    fs.cancelDeleteOnExit(folder);
    removed = true;
  }

  /** Who may not write is refused even where there is nothing. */
  private void delete(Path written) throws IOException {
    if (fs.exists(written)) {
      fs.delete(written, false);
    }
  }

  /** Removes what is left, and ends the file system. */
  @Override
  public void close() throws IOException {
    try {
      remove();
    } finally {
      fs.close();
    }
  }
}
