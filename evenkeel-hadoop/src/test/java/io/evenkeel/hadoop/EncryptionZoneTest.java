package io.evenkeel.hadoop;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.crypto.CryptoInputStream;
import org.apache.hadoop.crypto.key.KeyProvider;
import org.apache.hadoop.crypto.key.KeyProviderFactory;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in an encryption zone are the stock client's: nothing of them gets into the cache. */
class EncryptionZoneTest {
  private static final Path ZONE = new Path("/zone");
  @TempDir static java.nio.file.Path folder;
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    String provider = "jceks://file" + folder.resolve("keys.jceks").toAbsolutePath();
    Configuration keys = new Configuration();
    keys.set(KeyProviderFactory.KEY_PROVIDER_PATH, provider);
    KeyProvider made = KeyProviderFactory.getProviders(keys).get(0);
    made.createKey("zone-key", new KeyProvider.Options(keys).setBitLength(128));
    made.flush();
    hdfs = new HdfsInProcess(5, Map.of("hadoop.security.key.provider.path", provider));
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      fs.mkdirs(ZONE);
      fs.createEncryptionZone(ZONE, "zone-key");
    }
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @Test
  void encryptedFile_isRightAndGetsNoParity() throws Exception {
    try (ParityServers parity = new ParityServers();
        EvenkeelFileSystem fs = TestFiles.open(parity.addTo(hdfs.evenkeel("adaptive")))) {
      Path path = new Path(ZONE, "file");
      byte[] bytes = TestFiles.write(fs, path, 4 * BLOCK);
      Path built = new Path(ZONE, "built");
      try (FSDataOutputStream out = fs.createFile(built).build()) {
        out.write(bytes);
      }
      try (FSDataOutputStream out = fs.append(built)) {
        out.write(bytes);
      }
      assertThat(fs.awaitPublished(Duration.ofSeconds(60))).isTrue();
      assertThat(parity.publishedStripes()).isZero();
      assertThat(parity.keys()).isZero();
      try (FSDataInputStream in = fs.open(path)) {
        assertThat(in.getWrappedStream()).isInstanceOf(CryptoInputStream.class);
        TestFiles.assertRest(in, bytes);
      }
      assertThat(TestFiles.settled(fs).reads()).isZero();
      parity.write(fs, new Path("/outside"), 4 * BLOCK);
      assertThat(parity.keys()).isPositive();
    }
  }

  @Test
  void ciphertext_isReadAsItIs() throws Exception {
    try (EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      Path path = new Path(ZONE, "raw");
      byte[] bytes = TestFiles.write(fs, path, 2 * BLOCK);
      Path rawPath = new Path("/.reserved/raw" + path);
      try (FileSystem stock = FileSystem.get(hdfs.stock());
          FSDataInputStream in = fs.open(rawPath);
          FSDataInputStream stockIn = stock.open(rawPath)) {
        byte[] raw = in.readAllBytes();
        assertThat(raw).hasSize(bytes.length).isNotEqualTo(bytes);
        TestFiles.assertSame(raw, stockIn.readAllBytes());
      }
    }
  }
}
