package io.evenkeel.hadoop.write;

/** Who is told what becomes of a file. No method waits or throws, and none undoes another. */
interface EncodedFile {
  /**
   * HDFS has taken these bytes; they are the caller's again on return.
   *
   * @param sums the CRC32C of every 512 of them, or null
   */
  void wrote(byte[] bytes, int offset, int length, int[] sums);

  /** HDFS has closed the file, with all that was written. */
  void closed();

  /** The file is not, or may not be, what was written. */
  void abandon(String reason);
}
