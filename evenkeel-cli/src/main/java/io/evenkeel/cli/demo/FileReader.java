package io.evenkeel.cli.demo;

import java.io.IOException;

/** Reads the demo's file whole, one way. */
interface FileReader extends AutoCloseable {
  /** The scheme's name in the table and in the JSON. */
  String scheme();

  /**
   * Reads the file.
   *
   * @param target as long as the file
   * @return nanoseconds from before the open until after the close
   */
  long read(byte[] target) throws IOException;

  /** What the last read received, where the reader knows; -1 where the DataNodes must be asked. */
  long receivedBytes();

  @Override
  void close() throws IOException;
}
