package io.evenkeel.hadoop.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.file.ReplicaPlace;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo.DatanodeInfoBuilder;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class CorruptReplicasTest {
  private static final DatanodeInfo A = node(1);
  private static final DatanodeInfo B = node(2);

  private final List<String> told = new ArrayList<>();
  private boolean isNameNodeThere = true;
  private int calls;
  private long nowNanos;
  private DFSClient client;
  private CorruptReplicas corrupt;

  @BeforeEach
  void open() throws IOException {
    ClientProtocol nameNode =
        (ClientProtocol)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ClientProtocol.class, Closeable.class},
                (proxy, method, arguments) -> {
                  if (method.getName().equals("reportBadBlocks")) {
                    tell((LocatedBlock[]) arguments[0]);
                  }
                  return null;
                });
    client = new DFSClient(null, nameNode, new Configuration(false), null);
    corrupt = new CorruptReplicas(client, "/file", Runnable::run, () -> nowNanos);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
  }

  @Test
  void onlyReplica_isToldOfAtOnce_andOnce() throws IOException {
    corrupt.found(block(7, A), A, 1);
    corrupt.found(block(7, A), A, 1);
    corrupt.closed();
    assertThat(told).containsExactly("7 on 1");
    assertThat(corrupt.contains(new ReplicaPlace(7, LocatedFile.nodeOf(A)))).isTrue();
  }

  @Test
  void oneOfSeveral_isToldOf_whenAnotherIsGood() throws IOException {
    corrupt.found(block(7, A, B), A, 2);
    corrupt.readWell(8, B);
    assertThat(told).as("of another block").isEmpty();
    corrupt.readWell(7, B);
    corrupt.readWell(7, B);
    corrupt.closed();
    assertThat(told).containsExactly("7 on 1");
  }

  /** What was had from parity leaves replicas untried; if all are bad it may be this host. */
  @Test
  void whenNobodyReadsOn_thoseAreToldOf_besideWhichOneIsUntried() throws IOException {
    corrupt.found(block(7, A, B), A, 2);
    corrupt.found(block(8, A, B), A, 2);
    corrupt.found(block(8, A, B), B, 2);
    corrupt.closed();
    assertThat(told).containsExactly("7 on 1");
  }

  @Test
  void onlyReplica_ofWhichTheNameNodeCannotBeTold_isToldOfLater() throws IOException {
    isNameNodeThere = false;
    corrupt.found(block(7, A), A, 1);
    corrupt.readWell(8, B);
    assertThat(calls).as("a moment ago").isEqualTo(1);
    isNameNodeThere = true;
    nowNanos = TimeUnit.SECONDS.toNanos(10);
    corrupt.readWell(8, B);
    assertThat(told).containsExactly("7 on 1");
  }

  /** The proof is not forgotten while the NameNode is left alone. */
  @Test
  void whatWasProvenWhileTheNameNodeWasAway_isToldWhenNobodyReadsOn() throws IOException {
    isNameNodeThere = false;
    corrupt.found(block(7, A, B), A, 2);
    corrupt.readWell(7, B);
    corrupt.found(block(8, A, B), A, 2);
    corrupt.readWell(8, B);
    corrupt.found(block(8, A, B), B, 2);
    isNameNodeThere = true;
    corrupt.closed();
    assertThat(told).containsExactlyInAnyOrder("7 on 1", "8 on 1");
  }

  @Test
  void nameNodeThatWasTold_isToldOfTheNextAtOnce() throws IOException {
    isNameNodeThere = false;
    corrupt.found(block(7, A), A, 1);
    isNameNodeThere = true;
    corrupt.found(block(9, A), A, 1);
    corrupt.readWell(8, B);
    assertThat(told).as("it answers again").containsExactly("9 on 1", "7 on 1");
  }

  @Test
  void withoutAThreadToTellBy_itIsToldByTheNextThatReadsWell() throws IOException {
    corrupt =
        new CorruptReplicas(
            client,
            "/file",
            task -> {
              if (!isNameNodeThere) {
                throw new RejectedExecutionException();
              }
              task.run();
            },
            () -> nowNanos);
    isNameNodeThere = false;
    corrupt.found(block(7, A, B), A, 2);
    corrupt.readWell(7, B);
    isNameNodeThere = true;
    corrupt.readWell(8, B);
    assertThat(told).containsExactly("7 on 1");
  }

  /** Each good read of the block would else be one more call. */
  @Test
  void nameNodeThatCannotBeTold_isToldAgainAfterTenSeconds() throws IOException {
    isNameNodeThere = false;
    corrupt.found(block(7, A, B), A, 2);
    corrupt.readWell(7, B);
    nowNanos = TimeUnit.SECONDS.toNanos(10) - 1;
    corrupt.readWell(7, B);
    assertThat(calls).isEqualTo(1);
    isNameNodeThere = true;
    nowNanos++;
    corrupt.readWell(7, B);
    assertThat(told).containsExactly("7 on 1");
    assertThat(calls).isEqualTo(2);
  }

  private void tell(LocatedBlock[] bad) throws IOException {
    calls++;
    if (!isNameNodeThere) {
      throw new IOException("no NameNode");
    }
    for (LocatedBlock block : bad) {
      told.add(block.getBlock().getBlockId() + " on " + block.getLocations()[0].getXferPort());
    }
  }

  private static LocatedBlock block(long id, DatanodeInfo... nodes) {
    return new LocatedBlock(new ExtendedBlock("pool", id, 5, 1), nodes);
  }

  private static DatanodeInfo node(int port) {
    return new DatanodeInfoBuilder()
        .setNodeID(new DatanodeID("127.0.0.1", "localhost", "uuid" + port, port, 0, 0, 0))
        .build();
  }
}
