package io.evenkeel.client.stream;

import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The stream that the store's own client has opened: how a healthy read reads. Its waits for nodes
 * are on the calling thread, where {@link io.evenkeel.client.watch.PeerWatch} sees and may end them
 * ({@link io.evenkeel.client.watch.CutException}).
 *
 * <p>Positional reads run side by side with all else; the rest is called by one thread at a time.
 */
public interface StockStream {
  /** What a stream says whose file system was closed. */
  String FILE_SYSTEM_CLOSED = "Filesystem closed";

  /** What a stream says that was closed. */
  String CLOSED = ReadSession.CLOSED_MESSAGE;

  /** Up to {@code length} bytes from the stream's place on; -1 at the end. */
  int read(byte[] target, int offset, int length) throws IOException;

  /** The same; the target's position moves by what is answered. */
  int read(ByteBuffer target) throws IOException;

  /** As many bytes from a place as there are, up to {@code length}; -1 at the end. */
  int read(long at, byte[] target, int offset, int length) throws IOException;

  /** The same; the target's position moves by what is answered. */
  int read(long at, ByteBuffer target) throws IOException;

  /** Moves the stream's place; may read over a little, and so wait. */
  void seek(long target) throws IOException;

  /** Where the next sequential read begins. */
  long position();

  /** How long the file is now: it may grow while somebody writes it. */
  long lengthBytes();

  /** Lets go of connections and buffers; the stream stays open, at its place. */
  void unbuffer();

  /** Whether what is read in sequence now was checked before it was handed out. */
  boolean verifies() throws IOException;

  /** The node that sends what is read in sequence now, if one does. */
  Optional<NodeId> node();

  /** The block that holds a place, if it can be had; asks for it as a read there would. */
  Optional<StockBlock> blockAt(long at) throws IOException;

  /** A call of the store's own stream. */
  @FunctionalInterface
  interface Call<T> {
    T call() throws IOException;
  }

  /** Whether any block of this process may be read in another order of replicas than usual. */
  boolean isAnyReordered();
}
