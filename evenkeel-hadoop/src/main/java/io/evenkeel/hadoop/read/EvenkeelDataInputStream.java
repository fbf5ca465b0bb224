package io.evenkeel.hadoop.read;

import io.evenkeel.client.stream.ReadAdvice;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.apache.hadoop.hdfs.ReadStatistics;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;

/** What callers of the file system get: an {@link HdfsDataInputStream} in every respect. */
public final class EvenkeelDataInputStream extends HdfsDataInputStream {
  private final EvenkeelInputStream own;

  EvenkeelDataInputStream(EvenkeelInputStream own) {
    super(own.stock());
    this.own = own;
    this.in = own;
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
