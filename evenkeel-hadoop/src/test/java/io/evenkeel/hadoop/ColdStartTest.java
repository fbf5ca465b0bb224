package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that asks for little loads little: most clients are new processes. */
class ColdStartTest {
  /** What talks to the manager and to cache nodes, and what that is made of. */
  private static final List<String> NOT_NEEDED =
      List.of(
          "io.evenkeel.redis.RedisLink",
          "io.evenkeel.redis.RedisWorker",
          "io.evenkeel.http.HttpLink",
          "io.evenkeel.http.WireCodec",
          "io.netty.",
          "io.lettuce.",
          "com.fasterxml.",
          "java.net.http.");

  /** What is made with the first question, fragment or file. */
  private static final List<String> NOT_NEEDED_TO_LIST =
      List.of(
          "io.evenkeel.http.HttpManagerClient",
          "io.evenkeel.redis.RedisNodeStore",
          "io.evenkeel.core.fill.ParityWriters",
          "io.evenkeel.client.nodes.SampleSender",
          "io.evenkeel.hadoop.write.EncodedFiles",
          "io.evenkeel.hadoop.write.BulkPackets");

  private static final String ENGINE_WARM_UP = "io.evenkeel.client.read.EngineWarmUp";

  @TempDir static Path folder;
  private static HdfsInProcess hdfs;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
    Configuration conf = hdfs.evenkeel("adaptive");
    conf.set("evenkeel.manager.uri", "http://127.0.0.1:1");
    conf.set("evenkeel.redis.nodes", "127.0.0.1:1");
    try (FileSystem fs = FileSystem.newInstance(hdfs.stock());
        FSDataOutputStream out = fs.create(new org.apache.hadoop.fs.Path("/small"))) {
      out.write(new byte[100_000]);
    }
    for (String unset : List.of("evenkeel.read.sequential.bytes", "evenkeel.read.first.bytes")) {
      conf.unset(unset);
    }
    // On a busy machine a new process finds its node late, and then there is need.
    conf.set("evenkeel.read.late.floor", "60s");
    // There a read takes so long that others are told of it.
    conf.set("evenkeel.read.direction", "off");
    try (OutputStream out = Files.newOutputStream(folder.resolve("core-site.xml"))) {
      conf.writeXml(out);
    }
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  /** The classes that a new process has loaded for a command of Hadoop's shell. */
  private static List<String> loadedFor(String... command) throws Exception {
    Path log = Files.createTempFile(folder, "loaded", ".log");
    Path said = Files.createTempFile(folder, "said", ".log");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.add("-Xlog:class+load:file=" + log);
    line.add("-cp");
    line.add(folder + ":" + classPath());
    line.add("org.apache.hadoop.fs.FsShell");
    line.addAll(List.of(command));
    Process shell =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(said.toFile()).start();
    try {
      assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      shell.destroyForcibly();
    }
    assertThat(shell.exitValue()).as(text(said)).isZero();
    try (Stream<String> lines = Files.lines(log)) {
      // [0.123s][info][class,load] a.b.C source: ...
      return lines.map(l -> l.replaceFirst(".*] (\\S+) source:.*", "$1")).toList();
    }
  }

  private static String classPath() {
    String ofTests = System.getProperty("surefire.test.class.path");
    return ofTests == null ? System.getProperty("java.class.path") : ofTests;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  private static void assertLittle(List<String> loaded) {
    assertThat(loaded)
        .contains("io.evenkeel.hadoop.EvenkeelFileSystem", "io.evenkeel.client.ClientRuntime")
        .noneMatch(ColdStartTest::isNeedless);
  }

  private static boolean isNeedless(String loaded) {
    return NOT_NEEDED.stream().anyMatch(loaded::startsWith);
  }

  @Test
  void listing_loadsNothingThatTalksToOthers() throws Exception {
    List<String> loaded = loadedFor("-ls", "/");
    assertLittle(loaded);
    assertThat(loaded).noneMatch(c -> NOT_NEEDED_TO_LIST.stream().anyMatch(c::startsWith));
  }

  @Test
  void readingASmallFile_loadsNothingThatTalksToOthers() throws Exception {
    List<String> loaded = loadedFor("-cat", "/small");
    assertLittle(loaded);
    assertThat(loaded).doesNotContain(ENGINE_WARM_UP);
  }
}
