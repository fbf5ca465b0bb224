package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import io.evenkeel.testing.Await;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.server.datanode.DataNode;
import org.junit.jupiter.api.Test;

/** A DataNode that closes a connection because its reader pauses, as it does after 480 s. */
class IdleConnectionTest {
  /** More than all socket buffers on the way hold. */
  private static final int BLOCK = 32 << 20;

  @Test
  void connectionLostInAPause_isReplacedByOneToTheSameNode() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1)) {
      Configuration conf = hdfs.evenkeel("adaptive");
      conf.set("evenkeel.read.idle", "10m");
      try (ReadScene scene = new ReadScene(hdfs, conf)) {
        byte[] bytes = TestFiles.bytes(BLOCK, 5);
        try (FSDataOutputStream out =
            scene.fs().create(new Path("/paused"), true, 4096, (short) 1, BLOCK)) {
          out.write(bytes);
        }
        AtomicInteger running = scene.countRunningLanes();
        ReadSession session = scene.read("/paused", new ByteRange(0, bytes.length)).orElseThrow();
        byte[] first = new byte[1];
        assertThat(session.read(first, 0, 1)).isEqualTo(1);
        Await.until(() -> running.get() == 0);
        closeConnections(hdfs.dataNodes().get(0));
        TestFiles.assertSame(
            ReadScene.readAll(session, 1 << 20), Arrays.copyOfRange(bytes, 1, bytes.length));
        session.close();
        assertThat(scene.services.plainBytes()).isZero();
      }
    }
  }

  private static void closeConnections(DataNode node) throws ReflectiveOperationException {
    Field server = DataNode.class.getDeclaredField("xserver");
    server.setAccessible(true);
    Method close = server.get(node).getClass().getDeclaredMethod("closeAllPeers");
    close.setAccessible(true);
    close.invoke(server.get(node));
  }
}
