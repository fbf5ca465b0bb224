package io.evenkeel.cli.bench.tail;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** What is done again and again, at places that a seed draws, and how its times are looked at. */
interface Load {
  int NODES = 6;
  int FOURFOLD = 4;

  /**
   * The file of a row as one client sees it.
   *
   * @param in a stream that all operations may share
   * @param content what the file must hold
   */
  record Opened(FileSystem fs, Path path, FSDataInputStream in, ByteBuffer content) {
    /** Throws unless these are the bytes of the file from there on. */
    void check(ByteBuffer read, long at) throws IOException {
      if (read.mismatch(content.slice((int) at, read.remaining())) >= 0) {
        throw new IOException(
            "wrong bytes: " + read.remaining() + " from " + at + " on of " + path);
      }
    }
  }

  /** One operation in one sentence's words, in the plural. */
  String text();

  /** Does one, and compares every byte. */
  void run(Opened file, SplittableRandom random) throws IOException;

  /**
   * The same, except that one in {@value #NODES}, as many as one of the nodes has, reads as much of
   * each of {@value #FOURFOLD} blocks at once: what reading around a node by parity takes at least,
   * where client and nodes share cores.
   */
  Load fourfold();

  /** How many bytes one asks for, drawn alike; of one that is fourfold, of one block. */
  long bytes(SplittableRandom random);

  long blockBytes();

  /** How many may be under way. */
  int threads();

  boolean verifies();

  /** Before anything is measured. */
  int warmUps();

  /** Reads in one of them, each of which a node may delay. */
  int readsEach();

  /** Which percentile is compared. */
  int percentile();

  /** How many of the first ones after the fault have a column of their own. */
  int firsts();
}
