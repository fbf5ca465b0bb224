package io.evenkeel.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.process.Deadline;
import io.evenkeel.process.OsProcess;
import io.evenkeel.process.RedisProgram;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a cluster whose parent got no chance to end it. */
class OrphanedClusterTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The parent: starts a cluster, stops a node, says what there is, and waits to be killed. */
  static final class Parent {
    public static void main(String[] args) throws Exception {
      LocalCluster cluster =
          LocalCluster.start(
              ClusterSettings.builder()
                  .dataNodes(2)
                  .placementWidth(1)
                  .redisServers(1)
                  .withManager(false)
                  .build());
      cluster.stop(1);
      cluster.stopRedis(0);
      System.out.println("folder " + cluster.folder());
      for (NodeStatus node : cluster.status().nodes()) {
        System.out.println("pid " + node.pid());
      }
      System.out.println("end");
      Thread.currentThread().join();
    }
  }

  @Test
  void killedParent_leavesNoProcessAndNoFolder() throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            Parent.class.getName());
    builder.environment().put("CLASSPATH", System.getProperty("java.class.path"));
    Process parent = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    Path folder = null;
    List<OsProcess> nodes = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(parent.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); !"end".equals(line); line = lines.readLine()) {
        assertThat(line).as("the parent's next line").isNotNull();
        String value = line.substring(line.indexOf(' ') + 1);
        if (line.startsWith("folder ")) {
          folder = Path.of(value);
        } else {
          nodes.add(OsProcess.of(Long.parseLong(value)));
        }
      }
      assertThat(nodes).hasSize(4).noneMatch(node -> node.state() == OsProcess.State.GONE);
      assertThat(folder).isDirectory();
    } finally {
      parent.destroyForcibly().waitFor();
    }
    Path removed = folder;
    Deadline.after(PATIENCE)
        .await(
            () ->
                !Files.exists(removed)
                    && nodes.stream().allMatch(node -> node.state() == OsProcess.State.GONE),
            () -> "left: " + removed + " " + nodes);
  }

  @Test
  void failedStart_leavesNoFolderAndSaysWhatWasAskedFor(@TempDir Path temp) {
    Path folder = temp.resolve("cluster");
    ClusterSettings settings =
        ClusterSettings.builder().redisServers(1).withManager(false).folder(folder).build();
    System.setProperty(RedisProgram.NAMED_BY, "/no/such/redis-server");
    try {
      assertThatThrownBy(() -> LocalCluster.start(settings))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("/no/such/redis-server");
      assertThat(folder).doesNotExist();
    } finally {
      System.clearProperty(RedisProgram.NAMED_BY);
    }
  }
}
