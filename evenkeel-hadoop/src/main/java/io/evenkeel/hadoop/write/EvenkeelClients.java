package io.evenkeel.hadoop.write;

import io.evenkeel.client.WriteServices;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.hadoop.lane.EvenkeelClient;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Puts our client in the place of a file system's stock one. */
public final class EvenkeelClients {
  private static final Logger LOG = LoggerFactory.getLogger(EvenkeelClients.class);

  private EvenkeelClients() {}

  /**
   * Replaces the client of a file system that has just been initialized, so that every way to open
   * or create a file, builders included, is covered. When that cannot be done the file system stays
   * as it is, and one line says why.
   *
   * @param statistics what streams count into
   * @param slow whether a DataNode is known to be slow at this moment
   * @param packetBytes of the packets of files that are written in bulk; the stock client's own
   *     where those are larger
   * @param services asked for each file that is created, and empty while encoding is switched off;
   *     none when files are never encoded
   */
  public static Optional<EvenkeelClient> install(
      DistributedFileSystem fs,
      URI uri,
      Configuration conf,
      FileSystem.Statistics statistics,
      Predicate<NodeId> slow,
      int packetBytes,
      Optional<Supplier<Optional<WriteServices>>> services) {
    if (!StockWrites.canSwapClient()) {
      return Optional.empty();
    }
    EvenkeelClient client;
    DFSClient stock;
    try {
      client =
          services.isPresent()
              ? new EncodingClient(uri, conf, statistics, slow, packetBytes, services.get())
              : new EvenkeelClient(uri, conf, statistics, slow);
      stock = StockWrites.swapClient(fs, client);
    } catch (IOException | ReflectiveOperationException | RuntimeException | LinkageError e) {
      LOG.warn("{} is read and written the stock way: {}", uri, e.toString());
      return Optional.empty();
    }
    try {
      stock.close();
    } catch (IOException e) {
      LOG.debug("Closing the client that was replaced", e);
    }
    return Optional.of(client);
  }
}
