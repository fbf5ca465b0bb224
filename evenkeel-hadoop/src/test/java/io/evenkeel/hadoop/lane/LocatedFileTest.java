package io.evenkeel.hadoop.lane;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.lang.reflect.Proxy;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
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
      LocatedFile file = new LocatedFile(client, "/deleted");
      assertThatThrownBy(() -> file.refresh(file.refreshes()))
          .isInstanceOf(FileNotFoundException.class)
          .hasMessageContaining("/deleted");
    }
  }
}
