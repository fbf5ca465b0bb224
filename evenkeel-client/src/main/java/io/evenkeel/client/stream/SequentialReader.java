package io.evenkeel.client.stream;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The reads of one stream in sequence. All but {@link #close} is called by one thread at a time.
 */
public interface SequentialReader {
  /** How the file will be read, from the next read on. */
  void advise(ReadAdvice given);

  /** The next byte, or -1 at the end. */
  int read() throws IOException;

  /** Up to {@code length} bytes; -1 at the end. What is wrong the stock stream says. */
  int read(byte[] target, int offset, int length) throws IOException;

  /** The same; the target's position moves by what is answered. */
  int read(ByteBuffer target) throws IOException;

  /** Where the next byte is. */
  long position();

  /** Moves to a place within the file. */
  void seek(long target) throws IOException;

  /** Something that only the stock stream can do, from the caller's place on. */
  <T> T byStock(StockStream.Call<T> something) throws IOException;

  /** Lets go of connections and buffers; the stream stays open, at its place. */
  void unbuffer();

  /**
   * Ends whatever is under way, from any thread, and waits for nobody.
   *
   * @return whether a thread is in a read of the stock stream, which it will leave in a moment
   */
  boolean close();
}
