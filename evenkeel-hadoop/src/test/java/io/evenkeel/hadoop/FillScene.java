package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.core.port.BufferPool;
import io.evenkeel.http.Health;
import io.evenkeel.http.HttpManagerServer;
import io.evenkeel.http.HttpServerSettings;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import io.evenkeel.testing.Await;
import io.evenkeel.testing.store.Answer;
import io.evenkeel.testing.store.TestRedis;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** HDFS, a Redis server, and a manager over HTTP that wants what a test wants. */
final class FillScene implements AutoCloseable {
  static final int BLOCK = 1 << 20;
  static final int SUBBLOCK = 64 << 10;
  static final CodeSpec CODE = CodeSpec.parse("xor-4-1");

  final HdfsInProcess hdfs;
  final WantingManager manager;
  private final TestRedis redis;
  private final RedisNodeStore store;
  private final HttpManagerServer http;

  FillScene(HdfsInProcess hdfs) throws IOException {
    this.hdfs = hdfs;
    redis = new TestRedis(64 << 20);
    store = new RedisNodeStore(RedisSettings.of(List.of(redis.address())));
    manager = new WantingManager(List.of(new NodeId(redis.address())));
    http =
        new HttpManagerServer(
            manager, HttpServerSettings.loopback(0), () -> new Health(true, 0, 0, ""));
  }

  /** A client's configuration. */
  Configuration client(String scheme) {
    Configuration conf = hdfs.evenkeel(scheme);
    conf.set("evenkeel.manager.uri", http.uri().toString());
    conf.set("evenkeel.redis.nodes", redis.address());
    return conf;
  }

  /** Writes a file the stock way. */
  byte[] write(Configuration conf, Path path, int length) throws IOException {
    byte[] bytes = new byte[length];
    new SplittableRandom(length).nextBytes(bytes);
    try (FileSystem fs = FileSystem.newInstance(conf);
        FSDataOutputStream out = fs.create(path, true)) {
      out.write(bytes);
    }
    return bytes;
  }

  byte[] write(Path path, int length) throws IOException {
    return write(hdfs.stock(), path, length);
  }

  /** Exactly these stripes of the file are published, with the parity that its bytes have. */
  void assertPublished(byte[] file, Integer... stripes) throws Exception {
    assertThat(manager.published.values().stream().map(p -> p.stripe().number()))
        .containsExactlyInAnyOrder(stripes);
    assertThat(manager.reserved).isEmpty();
    for (Map.Entry<StripeId, PlacedStripe> entry : manager.published.entrySet()) {
      assertParity(entry.getKey(), entry.getValue(), file);
    }
  }

  /** Nothing is published, reserved or stored. */
  void assertNothing() throws Exception {
    assertThat(manager.published).isEmpty();
    assertThat(manager.reserved).isEmpty();
    // What was stored before the stripe was given up is removed in the background.
    Await.until(() -> keyCount() == 0);
  }

  private void assertParity(StripeId id, PlacedStripe content, byte[] file) throws Exception {
    StripeGeometry geometry = content.geometry();
    BufferPool buffers = new BufferPool(16 << 20, SUBBLOCK);
    for (int s = 0; s < geometry.substripeCount(); s++) {
      ByteBuffer[] data = new ByteBuffer[CODE.dataCount()];
      int[][] crcs = new int[data.length][];
      for (int i = 0; i < data.length; i++) {
        int length = geometry.subblockLengthBytes(i, s);
        int at = length == 0 ? 0 : (int) content.stripe().blockOffset(i) + s * SUBBLOCK;
        data[i] = ByteBuffer.wrap(file, at, length).slice();
        crcs[i] = SubblockChecksums.of(data[i]);
      }
      ByteBuffer parity = ByteBuffer.allocate(geometry.parityLengthBytes(s));
      ErasureCode.of(CODE).encode(data, new ByteBuffer[] {parity});
      StoredFragment stored = get(new FragmentKey(id, s, data.length), buffers);
      assertThat(stored.payload()).as("stripe %s, substripe %s", id.stripe(), s).isEqualTo(parity);
      assertThat(stored.dataChecksums()).isEqualTo(new SubblockChecksums(crcs));
      buffers.give(stored.payload());
    }
  }

  private StoredFragment get(FragmentKey key, BufferPool buffers) {
    return Answer.<StoredFragment>of(then -> store.get(store.nodes().get(0), key, buffers, then))
        .value();
  }

  private long keyCount() {
    NodeId node = new NodeId(redis.address());
    try (Socket socket = new Socket(node.host(), node.port())) {
      socket.getOutputStream().write("DBSIZE\r\n".getBytes(StandardCharsets.US_ASCII));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
      return Long.parseLong(answer.readLine().substring(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    http.close();
    store.close();
    redis.close();
  }
}
