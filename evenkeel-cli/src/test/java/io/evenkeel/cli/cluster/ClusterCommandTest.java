package io.evenkeel.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.EvenkeelCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClusterCommandTest {
  @TempDir Path temp;
  private Path folder;

  @BeforeEach
  void useAFolderOfItsOwn() {
    folder = temp.resolve("state");
    System.setProperty(StateFolder.NAMED_BY, folder.toString());
  }

  @AfterEach
  void takeDown() {
    run("cluster", "down");
    System.clearProperty(StateFolder.NAMED_BY);
  }

  @Test
  void cluster_goesUpIsChangedAndGoesDownWithNothingLeft() throws Exception {
    Path json = temp.resolve("up.json");
    Answer up =
        run(
            "cluster",
            "up",
            "--no-manager",
            "--datanodes=2",
            "--redis=1",
            "--rate=32M",
            "--json=" + json);
    assertThat(up.status).as(up.err).isZero();
    assertThat(up.out)
        .contains("HADOOP_CONF_DIR=" + folder.resolve("stock"))
        .contains("HADOOP_CONF_DIR=" + folder.resolve("evenkeel"))
        .contains("fs.hdfs.impl=io.evenkeel.hadoop.EvenkeelFileSystem");
    Answer again = run("cluster", "up", "--no-manager");
    assertThat(again.status).isEqualTo(1);
    assertThat(again.err).contains("already").contains("cluster down");

    JsonNode status = status();
    assertThat(names(status)).containsExactly("namenode", "dn0", "dn1", "redis0");
    assertThat(new ObjectMapper().readTree(json.toFile())).isEqualTo(status);
    stockClient_writesAndReads(status.get("defaultFs").asText());

    assertThat(run("cluster", "slow", "dn1", "8").out).contains("dn1 reads at 4.0 MiB/s");
    assertThat(status().at("/nodes/2/rateBytesPerSecond").asLong()).isEqualTo((32L << 20) / 8);
    assertThat(run("cluster", "stop", "1").status).isZero();
    assertThat(status().at("/nodes/2/state").asText()).isEqualTo("stopped");
    assertThat(run("cluster", "resume", "dn1").status).isZero();
    assertThat(run("cluster", "kill", "redis0").status).isZero();
    assertThat(status().at("/nodes/3/state").asText()).isEqualTo("gone");
    assertThat(run("cluster", "restart", "redis0").status).isZero();
    assertThat(run("cluster", "status").out).contains("redis0").contains("running");

    Answer unknown = run("cluster", "stop", "dn7");
    assertThat(unknown.status).isEqualTo(2);
    assertThat(unknown.err).contains("7").contains("0 to 1");

    Answer manager = run("cluster", "kill", "manager");
    assertThat(manager.status).isEqualTo(2);
    assertThat(manager.err).contains("started with --no-manager", "evenkeel cluster up");
    String conf = "--conf=" + folder.resolve("evenkeel");
    Answer unnamed = run("status", conf);
    assertThat(unnamed.status).isEqualTo(1);
    assertThat(unnamed.err).contains("no manager is configured").doesNotContain("127.0.0.1:8460");
    assertThat(run("status", conf, "--manager=http://127.0.0.1:1").err).contains("127.0.0.1:1");

    Answer down = run("cluster", "down");
    assertThat(down.status).as(down.err).isZero();
    assertThat(folder).doesNotExist();
    for (JsonNode node : status.get("nodes")) {
      awaitGone(node.get("pid").asText());
    }
  }

  /** A dead process may stay listed until its parent has asked for its status. */
  private static void awaitGone(String pid) {
    io.evenkeel.testing.store.Answer.until(
        "process " + pid + " is gone", () -> Files.notExists(Path.of("/proc", pid)));
  }

  @Test
  void failedStart_saysWhyAndLeavesNothing() {
    System.setProperty(StateFolder.NAMED_BY, temp.resolve("missing/state").toString());
    Answer up = run("cluster", "up", "--no-manager");
    assertThat(up.status).isEqualTo(1);
    assertThat(up.err).contains("missing");
  }

  @Test
  void commandWithoutACluster_saysHowToStartOne() {
    Answer answer = run("cluster", "status");
    assertThat(answer.status).isEqualTo(1);
    assertThat(answer.err).contains("cluster up").contains(folder.toString());
  }

  @Test
  void misuse_hasStatusTwoAndSaysWhatWasFound() {
    assertThat(run("cluster", "up", "--rate=fast").status).isEqualTo(2);
    assertThat(run("cluster", "up", "--datanodes=0").err)
        .contains("--datanodes takes 1 to 64, got 0");
    assertThat(run("cluster", "up", "--replication=7").err)
        .contains("got --replication 7 with --datanodes 6");
    assertThat(run("cluster", "slow", "node-seven", "2").err).contains("node-seven");
  }

  @Test
  void misuse_isSaidInTwoLines_ofWhichTheLastNamesTheHelp() {
    for (List<String> wrong :
        List.of(
            List.of("sideways", "cluster --help", "'sideways'"),
            List.of("slow dn1 abc", "cluster slow --help", "'abc'"),
            List.of("up --datanodes=0", "cluster up --help", "--datanodes"),
            List.of("up --datanoeds=3", "cluster up --help", "did you mean '--datanodes'"))) {
      Answer answer = run(("cluster " + wrong.get(0)).split(" ", -1));
      assertThat(answer.status).isEqualTo(2);
      assertThat(answer.out).isEmpty();
      assertThat(answer.err.lines()).hasSize(2);
      assertThat(answer.err).startsWith("evenkeel: ").contains(wrong.get(2));
      assertThat(answer.err.stripTrailing()).endsWith("see `./evenkeel " + wrong.get(1) + "`");
    }
  }

  /** As by Ctrl-C, which a process that runs in the background may be deaf to. */
  @Test
  void upThatIsToldToEnd_saysThatNothingIsLeft() throws Exception {
    Path err = temp.resolve("err");
    Process up =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-D" + StateFolder.NAMED_BY + "=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                EvenkeelCommand.class.getName(),
                "cluster",
                "up",
                "--no-manager",
                "--datanodes=1",
                "--redis=0")
            .redirectError(err.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      io.evenkeel.testing.store.Answer.until("it is starting", () -> Files.exists(folder));
      up.destroy();
      assertThat(up.waitFor()).isEqualTo(128 + 15);
      assertThat(err).hasContent("evenkeel: stopped; nothing is left");
      assertThat(folder).doesNotExist();
    } finally {
      up.destroyForcibly();
    }
  }

  @Test
  void help_isEverywhere() {
    assertThat(run().out).contains("cluster");
    for (String command : List.of("up", "status", "slow", "stop", "resume", "down")) {
      Answer help = run("cluster", command, "--help");
      assertThat(help.status).isZero();
      assertThat(help.out).startsWith("Usage: evenkeel cluster " + command);
    }
  }

  private void stockClient_writesAndReads(String defaultFs) throws IOException {
    Configuration conf = new Configuration();
    conf.addResource(
        new org.apache.hadoop.fs.Path(folder.resolve("stock").resolve("core-site.xml").toUri()));
    assertThat(conf.get("fs.defaultFS")).isEqualTo(defaultFs);
    try (FileSystem fs = FileSystem.newInstance(URI.create(defaultFs), conf)) {
      var file = new org.apache.hadoop.fs.Path("/written");
      try (var out = fs.create(file)) {
        out.writeUTF("evenkeel");
      }
      try (var in = fs.open(file)) {
        assertThat(in.readUTF()).isEqualTo("evenkeel");
      }
    }
  }

  private static JsonNode status() throws IOException {
    return new ObjectMapper().readTree(run("cluster", "status", "--json").out);
  }

  private static List<String> names(JsonNode status) {
    List<String> names = new ArrayList<>();
    status.get("nodes").forEach(node -> names.add(node.get("name").asText()));
    return names;
  }

  private record Answer(int status, String out, String err) {}

  private static Answer run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine command =
        EvenkeelCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true));
    int status = command.execute(arguments);
    return new Answer(status, out.toString(), err.toString());
  }
}
