package io.evenkeel.hadoop.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.BlockReplica;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.junit.jupiter.api.Test;

class LocatedFileTest {
  @Test
  void fileThatTheNameNodeNoLongerHas_isAClearError() throws Exception {
    // The protocol lets a NameNode answer nothing, and old ones do.
    ClientProtocol nothing =
        (ClientProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClientProtocol.class, Closeable.class},
                (proxy, method, arguments) -> null);
    Configuration conf = new Configuration(false);
    try (DFSClient client = new DFSClient(null, nothing, conf, null)) {
      LocatedFile file = new LocatedFile(client, "/deleted", Runnable::run);
      file.add(List.of(block(1, 0)));
      assertThatThrownBy(() -> refresh(file, 1, 0))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining("/deleted");
    }
  }

  /** As of a lane that needs a location which somebody has asked for lately. */
  @Test
  void whoAsksTheNameNodeNothing_doesNotWaitForWhoDoes() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch answered = new CountDownLatch(1);
    ClientProtocol hanging =
        (ClientProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClientProtocol.class, Closeable.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("getBlockLocations")) {
                    asked.countDown();
                    answered.await();
                  }
                  return null;
                });
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (DFSClient client = new DFSClient(null, hanging, new Configuration(false), null)) {
      LocatedFile file = new LocatedFile(client, "/hanging", Runnable::run);
      file.add(List.of(block(1, 0)));
      Future<?> hangs = threads.submit(() -> refresh(file, 1, 0));
      asked.await();
      threads.submit(() -> refresh(file, 1, -1)).get(30, TimeUnit.SECONDS);
      assertThat(hangs.isDone()).isFalse();
      answered.countDown();
      assertThatThrownBy(hangs::get).hasRootCauseInstanceOf(FileNotFoundException.class);
    } finally {
      answered.countDown();
      threads.shutdownNow();
    }
  }

  @Test
  void onlyKnownBlocks_nearTheOneThatNeedsIt_areAskedFor() throws Exception {
    List<ByteRange> asked = new ArrayList<>();
    List<LocatedBlock> answered = new ArrayList<>();
    ClientProtocol protocol =
        (ClientProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClientProtocol.class, Closeable.class},
                (proxy, method, arguments) -> {
                  if (!method.getName().equals("getBlockLocations")) {
                    return null;
                  }
                  asked.add(ByteRange.of((long) arguments[1], (long) arguments[2]));
                  return new LocatedBlocks(
                      1L << 50, false, answered, null, true, null, (ErasureCodingPolicy) null);
                });
    long far = LocatedFile.NEAR_BYTES;
    try (DFSClient client = new DFSClient(null, protocol, new Configuration(false), null)) {
      LocatedFile file = new LocatedFile(client, "/large", Runnable::run);
      file.add(List.of(block(1, 0), block(2, 5), block(3, far + 4), block(4, 3 * far)));
      refresh(file, 2, 0);
      assertThat(asked).containsExactly(new ByteRange(0, far + 5));
      assertThat(file.refreshes(replica(1))).isEqualTo(1);
      assertThat(file.refreshes(replica(3))).isEqualTo(1);
      assertThat(file.refreshes(replica(4))).as("too far").isZero();
      refresh(file, 3, 0);
      assertThat(asked).as("that was asked already").hasSize(1);
      refresh(file, 4, 0);
      assertThat(asked).hasSize(2).endsWith(ByteRange.of(3 * far, 1));
      assertThat(file.changes()).isEqualTo(2);
    }
  }

  private static LocatedBlock block(long id, long startOffset) {
    LocatedBlock block =
        new LocatedBlock(new ExtendedBlock("pool", id, 5, 1), DatanodeInfo.EMPTY_ARRAY);
    block.setStartOffset(startOffset);
    return block;
  }

  private static BlockReplica replica(long id) {
    return new BlockReplica(new BlockVersion("pool", id, 1, 5), new NodeId("node:1"));
  }

  private static Void refresh(LocatedFile file, long id, int seen) throws IOException {
    file.refresh(replica(id), seen);
    return null;
  }
}
