package io.evenkeel.hadoop.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
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
      LocatedFile file = new LocatedFile(client, "/hanging");
      int now = file.refreshes();
      Future<?> hangs = threads.submit(() -> refresh(file, now));
      asked.await();
      threads.submit(() -> refresh(file, now - 1)).get(30, TimeUnit.SECONDS);
      assertThat(hangs.isDone()).isFalse();
      answered.countDown();
      assertThatThrownBy(hangs::get).hasRootCauseInstanceOf(FileNotFoundException.class);
    } finally {
      answered.countDown();
      threads.shutdownNow();
    }
  }

  private static Void refresh(LocatedFile file, int seen) throws IOException {
    file.refresh(seen);
    return null;
  }
}
