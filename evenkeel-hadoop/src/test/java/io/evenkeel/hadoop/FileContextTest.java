package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.FileNotFoundException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.server.namenode.ha.ConfiguredFailoverProxyProvider;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A FileContext is its creator's, and nobody else closes what it has opened. */
class FileContextTest {
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  private static byte[] write(Path path, int mode) throws Exception {
    byte[] bytes = new byte[3_000_000];
    new Random(7).nextBytes(bytes);
    try (FileSystem fs = FileSystem.newInstance(hdfs.stock())) {
      try (FSDataOutputStream out = fs.create(path)) {
        out.write(bytes);
      }
      fs.setPermission(path, new FsPermission((short) mode));
    }
    return bytes;
  }

  private static FileContext context(UserGroupInformation user, Configuration conf)
      throws Exception {
    return user.doAs(
        (PrivilegedExceptionAction<FileContext>)
            () -> FileContext.getFileContext(hdfs.uri(), conf));
  }

  @Test
  void opens_haveTheRightsOfWhoMadeTheContext() throws Exception {
    Path secret = new Path("/secret");
    byte[] bytes = write(secret, 0600);
    UserGroupInformation alice = UserGroupInformation.createRemoteUser("alice");
    UserGroupInformation owner = UserGroupInformation.getCurrentUser();
    Configuration conf = hdfs.evenkeel("adaptive");
    FileContext hers = context(alice, conf);
    FileContext ours = context(owner, conf);
    assertThatThrownBy(() -> hers.open(secret).read()).isInstanceOf(AccessControlException.class);
    byte[] read =
        alice.doAs(
            (PrivilegedExceptionAction<byte[]>)
                () -> {
                  try (FSDataInputStream in = ours.open(secret)) {
                    return in.readAllBytes();
                  }
                });
    assertThat(Arrays.equals(read, bytes)).isTrue();
  }

  @Test
  void streams_surviveThatOthersCloseTheirFileSystems() throws Exception {
    Path path = new Path("/survives");
    byte[] bytes = write(path, 0644);
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("fs.hdfs.impl.disable.cache", "false");
    FileContext context = context(UserGroupInformation.getCurrentUser(), conf);
    try (FSDataInputStream in = context.open(path)) {
      byte[] half = in.readNBytes(bytes.length / 2);
      FileSystem.get(hdfs.uri(), conf).close();
      FileSystem.closeAllForUGI(UserGroupInformation.getCurrentUser());
      byte[] rest = in.readAllBytes();
      assertThat(Arrays.equals(half, Arrays.copyOf(bytes, half.length))).isTrue();
      assertThat(Arrays.equals(rest, Arrays.copyOfRange(bytes, half.length, bytes.length)))
          .isTrue();
    }
  }

  @Test
  void whatIsRead_isCountedWhereTheStockClassCountsIt() throws Exception {
    Path path = new Path("/counted");
    byte[] bytes = write(path, 0644);
    assertThat(countedBy(hdfs.evenkeel("parallel"), path, bytes))
        .isEqualTo(countedBy(hdfs.stock(), path, bytes));
  }

  @SuppressWarnings("deprecation") // The replacement does not tell what streams count into.
  private static List<FileSystem.Statistics> all() {
    return FileSystem.getAllStatistics();
  }

  /** What two opens of a file count: as a FileContext's, and as a FileSystem's. */
  private static List<Long> countedBy(Configuration conf, Path path, byte[] bytes)
      throws Exception {
    FileContext context = FileContext.getFileContext(hdfs.uri(), conf);
    FileContext.clearStatistics();
    FileSystem.clearStatistics();
    try (FSDataInputStream in = context.open(path)) {
      assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
    }
    try (FSDataInputStream in = context.openFile(path).build().get()) {
      assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
    }
    FileSystem.Statistics own = FileContext.getStatistics(hdfs.uri());
    long others = 0;
    long opens = 0;
    for (FileSystem.Statistics each : all()) {
      others += each.getBytesRead();
      opens += each.getReadOps();
    }
    return List.of(own.getBytesRead(), (long) own.getReadOps(), others, opens);
  }

  @Test
  void openFileThatIsNotThere_failsAsTheStockOneDoes() throws Exception {
    for (Configuration conf : List.of(hdfs.stock(), hdfs.evenkeel("adaptive"))) {
      try (FileSystem fs = FileSystem.newInstance(conf)) {
        Throwable failure =
            fs.openFile(new Path("/missing")).build().handle((in, cause) -> cause).get();
        assertThat(failure).isInstanceOf(FileNotFoundException.class);
      }
    }
  }

  @Test
  void counter_isTheOneOfTheUriThatWasAskedFor() throws Exception {
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("dfs.nameservices", "ns");
    conf.set("dfs.ha.namenodes.ns", "a");
    conf.set("dfs.namenode.rpc-address.ns.a", hdfs.uri().getAuthority());
    conf.set(
        "dfs.client.failover.proxy.provider.ns", ConfiguredFailoverProxyProvider.class.getName());
    Path path = new Path("/logical");
    byte[] bytes = write(path, 0644);
    FileContext context = FileContext.getFileContext(URI.create("hdfs://ns"), conf);
    FileContext.clearStatistics();
    try (FSDataInputStream in = context.open(path)) {
      assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
    }
    assertThat(FileContext.getStatistics(URI.create("hdfs://ns")).getBytesRead())
        .isEqualTo(bytes.length);
  }

  @Test
  void adviceThatCannotBeRead_isNoReasonToFail() throws Exception {
    Path path = new Path("/advice");
    byte[] bytes = write(path, 0644);
    try (FileSystem fs = FileSystem.newInstance(hdfs.evenkeel("adaptive"))) {
      FutureDataInputStreamBuilder opening = fs.openFile(path);
      // More substitutions than a configuration follows.
      opening.opt("fs.option.openfile.read.policy", "${v0}");
      for (int i = 0; i < 25; i++) {
        opening.opt("v" + i, "${v" + (i + 1) + "}");
      }
      opening.opt("v25", "random");
      try (FSDataInputStream in = opening.build().get(10, TimeUnit.SECONDS)) {
        assertThat(Arrays.equals(in.readAllBytes(), bytes)).isTrue();
      }
    }
  }
}
