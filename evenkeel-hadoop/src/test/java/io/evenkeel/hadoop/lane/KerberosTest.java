package io.evenkeel.hadoop.lane;

import static io.evenkeel.hadoop.TestFiles.BLOCK;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.hadoop.TestFiles;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.minikdc.MiniKdc;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lanes on a cluster with Kerberos, whose DataNodes authenticate, sign or encrypt what they send.
 */
class KerberosTest {
  @TempDir static Path folder;
  private static MiniKdc kdc;
  private static Map<String, String> secure;

  @BeforeAll
  static void start() throws Exception {
    kdc = new MiniKdc(MiniKdc.createConf(), folder.toFile());
    kdc.start();
    Path keytab = folder.resolve("test.keytab");
    kdc.createPrincipal(keytab.toFile(), "hdfs/localhost", "HTTP/localhost");
    secure = new HashMap<>();
    secure.put("hadoop.security.authentication", "kerberos");
    secure.put("dfs.block.access.token.enable", "true");
    for (String role : new String[] {"namenode", "datanode"}) {
      secure.put("dfs." + role + ".kerberos.principal", "hdfs/localhost@" + kdc.getRealm());
      secure.put("dfs." + role + ".keytab.file", keytab.toString());
    }
    secure.put("dfs.web.authentication.kerberos.principal", "HTTP/localhost@" + kdc.getRealm());
    secure.put("dfs.web.authentication.kerberos.keytab", keytab.toString());
    // Otherwise a secure DataNode insists on HTTPS.
    secure.put("ignore.secure.ports.for.testing", "true");
  }

  @AfterAll
  static void stop() {
    // The login is the process's: the next test class has none.
    UserGroupInformation.reset();
    UserGroupInformation.setConfiguration(new Configuration());
    kdc.stop();
  }

  @ParameterizedTest
  @ValueSource(strings = {"authentication", "integrity", "privacy"})
  void protectedBytes_comeThroughLanes(String protection) throws Exception {
    Map<String, String> settings = new HashMap<>(secure);
    settings.put("dfs.data.transfer.protection", protection);
    try (HdfsInProcess hdfs = new HdfsInProcess(5, settings);
        EvenkeelFileSystem fs = TestFiles.open(hdfs.evenkeel("adaptive"))) {
      assertThat(UserGroupInformation.getCurrentUser().hasKerberosCredentials()).isTrue();
      org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path("/" + protection);
      byte[] bytes = TestFiles.write(fs, path, 6 * BLOCK + 4321);
      for (int round = 0; round < 2; round++) {
        try (FSDataInputStream in = fs.open(path)) {
          TestFiles.assertRest(in, bytes);
        }
      }
      TestFiles.assertNothingLeftOver(fs, 2L * bytes.length);
    }
  }
}
