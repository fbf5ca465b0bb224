package io.evenkeel.client.read;

import java.io.IOException;

/** The plain read: what a stock client would do. May block as long as a stock client would. */
@FunctionalInterface
public interface PlainReader {
  /** Reads at least one byte of {@code length > 0} at {@code position}; -1 at the file's end. */
  int read(long position, byte[] target, int offset, int length) throws IOException;
}
