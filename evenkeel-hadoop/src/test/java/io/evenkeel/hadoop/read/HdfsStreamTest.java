package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.HdfsInProcess;
import java.lang.reflect.Field;
import java.lang.reflect.Proxy;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.junit.jupiter.api.Test;

class HdfsStreamTest {
  /**
   * A local reader leaves out the checksums of what DataNodes keep in memory, and nobody can ask it
   * whether it did: parity of such bytes would hand a fault of this host's memory to everybody.
   */
  @Test
  void bytesReadPastTheDataNode_areNotTakenForVerified() throws Exception {
    try (HdfsInProcess hdfs = new HdfsInProcess(1);
        ReadScene scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"))) {
      scene.write("/local", 100_000);
      try (FSDataInputStream in = scene.fs().open(new Path("/local"))) {
        DFSInputStream stock = (DFSInputStream) in.getWrappedStream();
        assertThat(in.read(new byte[1000])).isPositive();
        assertThat(scene.of(stock).verifies()).as("by the DataNode").isTrue();
        Field field = DFSInputStream.class.getDeclaredField("blockReader");
        field.setAccessible(true);
        BlockReader remote = (BlockReader) field.get(stock);
        field.set(stock, local(remote));
        assertThat(scene.of(stock).verifies()).as("past it").isFalse();
        field.set(stock, remote);
      }
    }
  }

  /** As another reader, but on this host's disk. */
  private static BlockReader local(BlockReader other) {
    return (BlockReader)
        Proxy.newProxyInstance(
            HdfsStreamTest.class.getClassLoader(),
            new Class<?>[] {BlockReader.class},
            (proxy, method, arguments) ->
                method.getName().equals("isShortCircuit") ? true : method.invoke(other, arguments));
  }
}
