package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.KnownFile;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.stream.ReadAdvice;
import io.evenkeel.client.stream.Thresholds;
import io.evenkeel.hadoop.lane.BlockConnector;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** What callers of the file system get: an {@link HdfsDataInputStream} in every respect. */
public final class EvenkeelDataInputStream extends HdfsDataInputStream {
  private final EvenkeelInputStream own;

  private EvenkeelDataInputStream(EvenkeelInputStream own) {
    super(own.stock());
    this.own = own;
    this.in = own;
  }

  /**
   * Puts our reading in front of a stock stream.
   *
   * @param statistics of the file system
   */
  public static EvenkeelDataInputStream over(
      DFSInputStream stock,
      DFSClient client,
      BlockConnector connector,
      ReadServices services,
      ReadLayout layout,
      Thresholds thresholds,
      FileSystem.Statistics statistics) {
    LedgerBook ledgers = services.nodes().ledgers().part();
    HdfsStream stream = new HdfsStream(stock, connector);
    KnownFile known =
        new KnownFile(
            () -> OpenFiles.of(services, ledgers, layout, connector, stream, client),
            OpenFiles::lostAt,
            services.background());
    return new EvenkeelDataInputStream(
        new EvenkeelInputStream(stream, known, services, thresholds, statistics, ledgers));
  }

  /** How the file will be read, from the next read on. */
  public void advise(ReadAdvice advice) {
    own.advise(advice);
  }

  /** Its file system is closed: nothing is read by lanes any more. Does not wait. */
  public void endLanes() {
    own.endLanes();
  }

  /** The stock stream, as without Evenkeel: callers look at what it is, and cast it. */
  @Override
  public InputStream getWrappedStream() {
    return own.stock();
  }

  @Override
  public DatanodeInfo getCurrentDatanode() {
    return own.stock().getCurrentDatanode();
  }

  @Override
  public ExtendedBlock getCurrentBlock() {
    return own.stock().getCurrentBlock();
  }

  @Override
  public List<LocatedBlock> getAllBlocks() throws IOException {
    return own.stock().getAllBlocks();
  }

  @Override
  public long getVisibleLength() {
    return own.stock().getFileLength();
  }

  @Override
  public ReadStatistics getReadStatistics() {
    return own.stock().getReadStatistics();
  }

  @Override
  public void clearReadStatistics() {
    own.stock().clearReadStatistics();
  }
}
