package io.evenkeel.hadoop.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.net.ConnectTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Connections to hosts that are gone: nothing comes back, not even a refusal. */
class ConnectingTest {
  private final List<Socket> filling = new ArrayList<>();
  private ServerSocket deaf;
  private EvenkeelClient client;

  @BeforeEach
  void fillBacklog() throws IOException {
    deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    boolean full = false;
    while (!full) {
      Socket socket = new Socket();
      filling.add(socket);
      assertThat(filling).as("connections to fill a backlog of one").hasSizeLessThan(30);
      try {
        socket.connect(deaf.getLocalSocketAddress(), 200);
      } catch (SocketTimeoutException e) {
        full = true;
      }
    }
    Configuration conf = new Configuration(false);
    client = new EvenkeelClient(URI.create("hdfs://127.0.0.1:1"), conf, null, node -> false);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    for (Socket socket : filling) {
      socket.close();
    }
    deaf.close();
  }

  private InetSocketAddress address() {
    return (InetSocketAddress) deaf.getLocalSocketAddress();
  }

  @Test
  void connecting_isCutAtOnce() throws Exception {
    AtomicReference<Runnable> cutter = new AtomicReference<>();
    AtomicReference<Thread> connecting = new AtomicReference<>();
    CompletableFuture<Object> ended =
        CompletableFuture.supplyAsync(
            () -> {
              connecting.set(Thread.currentThread());
              try {
                return client.connect(address(), null, null, 600_000, cutter::set);
              } catch (IOException e) {
                throw new CompletionException(e);
              }
            });
    Await.until(() -> cutter.get() != null && isInConnect(connecting.get()));
    cutter.get().run();
    assertThatThrownBy(() -> ended.get(30, TimeUnit.SECONDS)).hasCauseInstanceOf(IOException.class);
  }

  private static boolean isInConnect(Thread thread) {
    for (StackTraceElement at : thread.getStackTrace()) {
      if (at.getClassName().startsWith("sun.nio.ch.")) {
        return true;
      }
    }
    return false;
  }

  @Test
  void connecting_endsAfterItsTimeAsTheStockClientsDoes() {
    assertThatThrownBy(() -> client.connect(address(), null, null, 50, cutter -> {}))
        .isInstanceOf(ConnectTimeoutException.class)
        .hasMessageContaining(address().toString())
        .hasMessageContaining("50 ms");
  }

  @Test
  void interruptedConnecting_endsAsTheStockClientsDoes() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> client.connect(address(), null, null, 10_000, cutter -> {}))
        .isInstanceOf(InterruptedIOException.class)
        .hasMessageContaining(address().toString());
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void unknownHost_isNamed() {
    InetSocketAddress unknown = InetSocketAddress.createUnresolved("no-such-host", 1);
    assertThatThrownBy(() -> client.connect(unknown, null, null, 10_000, cutter -> {}))
        .isInstanceOf(UnknownHostException.class)
        .hasMessageContaining("no-such-host");
  }

  @Test
  void refusal_isTold() throws IOException {
    InetSocketAddress nobody = address();
    deaf.close();
    assertThatThrownBy(() -> client.connect(nobody, null, null, 10_000, cutter -> {}))
        .isInstanceOf(ConnectException.class);
  }
}
