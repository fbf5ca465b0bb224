package io.evenkeel.hadoop.write;

import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes a file system encode what is written through it. */
public final class EncodingClients {
  private static final Logger LOG = LoggerFactory.getLogger(EncodingClients.class);

  private EncodingClients() {}

  /**
   * Replaces the client of a file system that has just been initialized, so that every way to
   * create a file, builders included, is covered. When that cannot be done the file system stays as
   * it is, and one line says why.
   *
   * @param packetBytes of the packets of files that are written in bulk; the stock client's own
   *     where those are larger
   * @param services asked for each file that is created; empty when encoding is switched off
   * @return whether files will be encoded
   */
  public static boolean install(
      DistributedFileSystem fs,
      URI uri,
      Configuration conf,
      int packetBytes,
      Supplier<Optional<WriteServices>> services) {
    if (!StockFields.areReachable()) {
      return false;
    }
    DFSClient stock;
    try {
      DFSClient encoding =
          new EncodingClient(
              uri,
              conf,
              StockFields.statistics(fs, uri),
              new BulkPackets(conf, packetBytes),
              services);
      stock = StockFields.swapClient(fs, encoding);
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOG.warn("Files written to {} get no parity: {}", uri, e.toString());
      return false;
    }
    try {
      stock.close();
    } catch (IOException e) {
      LOG.debug("Closing the client that was replaced", e);
    }
    return true;
  }
}
