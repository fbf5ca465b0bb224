package org.apache.hadoop.hdfs.server.datanode.fsdataset.impl;

import java.io.IOException;
import java.io.InputStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.apache.hadoop.hdfs.server.datanode.DataStorage;
import org.apache.hadoop.hdfs.server.datanode.ReadDelay;
import org.apache.hadoop.hdfs.server.datanode.ReadThrottle;
import org.apache.hadoop.hdfs.server.datanode.fsdataset.FsDatasetSpi;

/**
 * A DataNode's blocks, each opening of which waits for the node's {@link ReadDelay}, and each read
 * for its {@link ReadThrottle}. In this package because the stock one's constructor is
 * package-private.
 */
final class DelayedDataset extends FsDatasetImpl {
  private final DataNode node;
  private final ReadDelay delay;

  DelayedDataset(DataNode node, DataStorage storage, Configuration conf) throws IOException {
    super(node, storage, conf);
    this.node = node;
    this.delay = ReadDelay.of(node);
  }

  @Override
  public InputStream getBlockInputStream(ExtendedBlock block, long offset) throws IOException {
    delay.await();
    return ReadThrottle.paced(node, super.getBlockInputStream(block, offset));
  }

  /** Makes them; named by {@code dfs.datanode.fsdataset.factory}. */
  public static final class Factory extends FsDatasetSpi.Factory<FsDatasetImpl> {
    @Override
    public FsDatasetImpl newInstance(DataNode node, DataStorage storage, Configuration conf)
        throws IOException {
      return new DelayedDataset(node, storage, conf);
    }
  }
}
