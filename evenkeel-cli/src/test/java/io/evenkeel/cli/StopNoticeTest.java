package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.testing.store.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Commands that are told to end: as by Ctrl-C, which what runs in the background may be deaf to.
 */
class StopNoticeTest {
  private static final int TERMINATED = 128 + 15;
  @TempDir private Path folder;

  private Process start(String... arguments) throws Exception {
    List<String> java =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            System.getProperty("java.class.path"),
            EvenkeelCommand.class.getName());
    return new ProcessBuilder(Stream.concat(java.stream(), Stream.of(arguments)).toList())
        .redirectError(folder.resolve("err").toFile())
        .redirectOutput(folder.resolve("out").toFile())
        .start();
  }

  private void assertStopped(Process process) throws Exception {
    assertEnded(process);
    assertThat(folder.resolve("out")).isEmptyFile();
  }

  private void assertEnded(Process process) throws Exception {
    process.destroy();
    assertThat(process.waitFor(Answer.PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(TERMINATED);
    assertThat(folder.resolve("err")).hasContent("evenkeel: stopped; nothing is left");
  }

  @Test
  void demo_endsWhatItHasStarted_andSaysSo() throws Exception {
    Process demo = start("demo", "--size=1m", "--k=1", "--datanodes=2");
    try {
      Answer.until("a cluster is starting", () -> clusters() == 1);
      assertStopped(demo);
      assertThat(clusters()).isZero();
    } finally {
      demo.destroyForcibly();
    }
  }

  private long clusters() {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(each -> each.getFileName().toString().startsWith("evenkeel-cluster-"))
          .count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void model_saysSo() throws Exception {
    Process repro = start("repro", "pocache", "--experiment", "11", "--seeds", "100000");
    try {
      // More than it takes to come so far.
      Answer.until("it computes", () -> cpuSeconds(repro) >= 4);
      assertStopped(repro);
    } finally {
      repro.destroyForcibly();
    }
  }

  /** Of a NameNode that takes calls and answers none. */
  @Test
  void doctor_saysWhatIsLeft() throws Exception {
    try (ServerSocket nameNode = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Path configuration = folder.resolve("conf");
      ClientProperties.writeConfiguration(
          Map.of("fs.defaultFS", "hdfs://127.0.0.1:" + nameNode.getLocalPort()), configuration);
      nameNode.setSoTimeout((int) TimeUnit.SECONDS.toMillis(Answer.PATIENCE_SECONDS));
      Process doctor = start("doctor", "--conf=" + configuration, "--timeout=600");
      try (Socket asked = nameNode.accept()) {
        assertThat(asked.isConnected()).isTrue();
        assertEnded(doctor);
        assertThat(folder.resolve("out")).content().contains("settings");
      } finally {
        doctor.destroyForcibly();
      }
    }
  }

  private static long cpuSeconds(Process process) {
    return process.info().totalCpuDuration().map(Duration::toSeconds).orElse(0L);
  }
}
