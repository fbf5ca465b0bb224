package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cluster.ClientProperties;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.testing.Await;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.PrivilegedExceptionAction;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.security.UserGroupInformation;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code status}, {@code explain} and {@code doctor} of a real cluster. */
class InspectCommandsTest {
  private static final int FILE_BYTES = (5 << 20) + 5;
  private static final String POLICY = "XOR-2-1-1024k";
  @TempDir static Path temp;
  private static LocalCluster cluster;
  private static String conf;

  @BeforeAll
  static void start() throws Exception {
    cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(5)
                .redisServers(1)
                .blockSizeBytes(1 << 20)
                .jvmPerDataNode(false)
                .build());
    conf = conf("conf", cluster.clientProperties().evenkeel());
    try (FileSystem stock = cluster.newStockFileSystem()) {
      write(stock, "/plain");
    }
    try (EvenkeelFileSystem coded =
        (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration())) {
      write(coded, "/coded");
      org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path("/ec");
      coded.mkdirs(folder);
      coded.enableErasureCodingPolicy(POLICY);
      coded.setErasureCodingPolicy(folder, POLICY);
      write(coded, "/ec/file");
      assertThat(coded.awaitPublished(Duration.ofSeconds(60))).isTrue();
    }
    try (FileSystem stock = cluster.newStockFileSystem();
        FSDataOutputStream out = stock.create(new org.apache.hadoop.fs.Path("/ec/tiny"))) {
      out.write(1);
      stock.create(new org.apache.hadoop.fs.Path("/ec/empty")).close();
    }
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
  }

  private static String conf(String name, Map<String, String> properties) throws IOException {
    Path folder = temp.resolve(name);
    ClientProperties.writeConfiguration(properties, folder);
    return "--conf=" + folder;
  }

  private static void write(FileSystem fs, String path) throws IOException {
    byte[] bytes = new byte[FILE_BYTES];
    new SplittableRandom(1).nextBytes(bytes);
    try (FSDataOutputStream out = fs.create(new org.apache.hadoop.fs.Path(path))) {
      out.write(bytes);
    }
  }

  private record Answer(int status, String out, String err) {
    /** However they are broken into lines. */
    String words() {
      return out.replaceAll("\\s+", " ");
    }
  }

  private static Answer run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int status =
        EvenkeelCommand.commandLine()
            .setOut(new PrintWriter(out, true))
            .setErr(new PrintWriter(err, true))
            .execute(arguments);
    return new Answer(status, out.toString(), err.toString());
  }

  @Test
  void explain_saysWhereBlocksAndParityAre_andWhy() {
    Answer coded = run("explain", conf, "/coded");
    assertThat(coded.status).as(coded.err).isZero();
    assertThat(coded.out)
        .contains("2 stripes of xor-4-1")
        .contains("on " + cluster.redisAddresses().get(0) + ", of exactly these blocks")
        .contains("cached when the file was written")
        .containsPattern("    now   from [\\w.]+:\\d+");
    Answer one = run("explain", conf, "/coded", Integer.toString(FILE_BYTES - 1));
    assertThat(one.out).contains("stripe 1").doesNotContain("stripe 0");
    assertThat(run("explain", conf, "/plain").out).contains("not cached for this content");
  }

  @Test
  void explain_ofAnErasureCodedFile_saysWhatIsStored_andWhatIsCached() throws IOException {
    Answer whole = run("explain", conf, "/ec/file");
    assertThat(whole.status).as(whole.err).isZero();
    assertThat(whole.out)
        .contains("erasure-coded by xor-2-1", "3 block group(s)")
        .contains("  now     whole rows: from data 0 to 1")
        .containsPattern("cached  .* on " + cluster.redisAddresses().get(0));
    Answer last = run("explain", conf, "/ec/file", Integer.toString(FILE_BYTES - 1));
    assertThat(last.out.lines().filter(line -> line.startsWith("block group"))).hasSize(1);
    assertThat(last.out.lines().filter(line -> line.contains("  cached  "))).hasSize(1);
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.put("evenkeel.manager.uri", "http://127.0.0.1:1");
    Answer away = run("explain", conf("away", keys), "/ec/file");
    assertThat(away.status).as("what is stored can be told without a manager").isZero();
    assertThat(away.out)
        .contains("3 block group(s)", "what is cached, and what waits where, is not known");
    keys.remove("evenkeel.manager.uri");
    keys.remove("evenkeel.redis.nodes");
    String withoutManager = conf("alone", keys);
    Answer alone = run("explain", withoutManager, "/ec/file");
    assertThat(alone.out)
        .contains("3 block group(s)", "what waits, each process knows of its own reads alone")
        .doesNotContain("cached");
    Answer tiny = run("explain", withoutManager, "/ec/tiny");
    assertThat(tiny.out).contains("1 block group(s)").doesNotContain("no node", "0 bytes");
    Answer empty = run("explain", withoutManager, "/ec/empty");
    assertThat(empty.status).as(empty.err).isZero();
    assertThat(empty.out)
        .contains("read the stock way: it is empty")
        .doesNotContain("stripes", "replica");
    Answer replicated = run("explain", withoutManager, "/coded");
    assertThat(replicated.status).as(replicated.err).isZero();
    assertThat(replicated.out)
        .contains("2 stripes of xor-4-1", "no manager is configured")
        .doesNotContain("access");
  }

  @Test
  void explain_byTheConfigurationOfAStockClient_saysThatItIs() throws IOException {
    String said = "By this configuration reads are org.apache.hadoop.hdfs.DistributedFileSystem's";
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    assertThat(keys.remove("fs.hdfs.impl")).isNotNull();
    assertThat(run("explain", conf("stock", keys), "/ec/file").out).startsWith(said);
    assertThat(run("explain", conf, "/ec/file").out).doesNotContain("By this configuration");
  }

  @Test
  void explain_ofNothing_saysSoInOneLine() {
    Answer missing = run("explain", conf, "/missing");
    assertThat(missing.status).isEqualTo(1);
    assertThat(missing.err.lines()).hasSize(1);
    assertThat(missing.err).contains("/missing");
    Answer beyond = run("explain", conf, "/plain", "99999999");
    assertThat(beyond.status).isEqualTo(2);
    assertThat(beyond.err).contains("99999999").contains(Integer.toString(FILE_BYTES));
  }

  @Test
  void status_saysWhatTheManagerHolds() throws IOException {
    Answer status = run("status", conf);
    assertThat(status.status).as(status.err).isZero();
    assertThat(status.out)
        .contains("csac")
        .contains("in 5 stripes")
        .contains(cluster.redisAddresses().get(0));
    JsonNode json = new ObjectMapper().readTree(run("status", conf, "--json").out);
    assertThat(json.get("publishedStripes").asInt()).isEqualTo(5);
    assertThat(json.at("/load/detector").asText()).isEqualTo("ratio-to-median");
  }

  @Test
  void explain_forPrograms_hasWhatPeopleAreTold() throws IOException {
    Path file = temp.resolve("explained.json");
    assertThat(run("explain", conf, "/coded", "--json=" + file).out).contains("2 stripes");
    JsonNode coded = new ObjectMapper().readTree(file.toFile());
    assertThat(coded.get("code").asText()).isEqualTo("xor-4-1");
    assertThat(coded.get("stripes")).hasSize(2);
    assertThat(coded.at("/stripes/0/blocks")).hasSize(4);
    assertThat(coded.at("/stripes/0/parity/cached").asBoolean()).isTrue();
    assertThat(coded.at("/stripes/0/parity/nodes/0").asText())
        .isEqualTo(cluster.redisAddresses().get(0));
    JsonNode groups = new ObjectMapper().readTree(run("explain", conf, "/ec/file", "--json").out);
    assertThat(groups.get("blockGroups")).hasSize(3);
    assertThat(groups.at("/blockGroups/0/blocks/2/kind").asText()).isEqualTo("parity");
    assertThat(groups.at("/blockGroups/0/now").asText()).startsWith("whole rows: from data 0");
    assertThat(groups.at("/blockGroups/0/parity/cached").asBoolean()).isTrue();
    JsonNode empty = new ObjectMapper().readTree(run("explain", conf, "/ec/empty", "--json").out);
    assertThat(empty.get("plainReason").asText()).isEqualTo("it is empty");
  }

  @Test
  void status_whileItIsWatched_isToldAgainAndAgain() throws InterruptedException {
    StringWriter out = new StringWriter();
    Thread watching =
        new Thread(
            () ->
                EvenkeelCommand.commandLine()
                    .setOut(new PrintWriter(out, true))
                    .setErr(new PrintWriter(new StringWriter()))
                    .execute("status", conf, "--watch", "--json"));
    watching.start();
    Await.until(() -> out.toString().lines().filter(line -> line.startsWith("{")).count() >= 2);
    watching.interrupt();
    watching.join(TimeUnit.SECONDS.toMillis(60));
    assertThat(watching.isAlive()).isFalse();
    assertThat(out.toString().lines().filter(line -> line.startsWith("{")))
        .allSatisfy(line -> assertThat(line).contains("\"publishedStripes\":5"));
  }

  @Test
  void status_whileItIsWatched_goesToNoFile() {
    Answer watched = run("status", conf, "--watch", "--json=" + temp.resolve("watched.json"));
    assertThat(watched.status).isEqualTo(2);
    assertThat(watched.err).contains("--watch takes --json without a FILE");
  }

  @Test
  void statusOfNobody_saysWhatToDo() {
    Answer nobody = run("status", "--manager=http://127.0.0.1:1");
    assertThat(nobody.status).isEqualTo(1);
    assertThat(nobody.err).contains("127.0.0.1:1").contains("is it running?");
    assertThat(run("status", "--conf=" + temp.resolve("none")).err).contains("core-site.xml");
  }

  /** The checks by name; the file is there, too, beside the text. */
  private static Map<String, JsonNode> checks(Path json) throws IOException {
    Map<String, JsonNode> checks = new LinkedHashMap<>();
    new ObjectMapper()
        .readTree(json.toFile())
        .get("checks")
        .forEach(check -> checks.put(check.get("name").asText(), check));
    return checks;
  }

  private static String state(Map<String, JsonNode> checks, String name) {
    return checks.get(name).get("state").asText();
  }

  /** Nothing of the doctor's is left. */
  private static void assertClean() throws IOException {
    try (FileSystem stock = cluster.newStockFileSystem()) {
      assertThat(stock.exists(new org.apache.hadoop.fs.Path("/tmp"))).isFalse();
      assertThat(stock.listStatus(new org.apache.hadoop.fs.Path("/ec"))).hasSize(3);
    }
    JsonNode status = new ObjectMapper().readTree(run("status", conf, "--json").out);
    assertThat(status.get("publishedStripes").asInt()).isEqualTo(5);
  }

  @Test
  void doctor_writesReadsAndCaches_andLeavesNothing() throws IOException {
    for (String folder : List.of("/tmp/a/b", "/ec")) {
      Path json = temp.resolve("doctor.json");
      Answer all = run("doctor", conf, "--probe-folder=" + folder, "--json=" + json);
      assertThat(all.status).as(all.out + all.err).isZero();
      assertThat(all.out.replaceAll("\\s+", " "))
          .contains(" it works: a file was written, its parity cached, and read back; which jar");
      Map<String, JsonNode> checks = checks(json);
      for (String name :
          List.of("settings", "NameNode", "DataNodes", "manager", "write", "read", "stock read")) {
        assertThat(state(checks, name)).as(name + " in " + all.out).isEqualTo("ok");
      }
      assertThat(checks.get("DataNodes").get("found").asText()).startsWith("5 live, 0 dead");
      assertThat(checks.get("cache nodes").get("found").asText())
          .contains(cluster.redisAddresses().get(0), "maxmemory", "noeviction");
      assertThat(checks.get("parity").get("found").asText())
          .contains("stripe(s) on " + cluster.redisAddresses().get(0));
      assertThat(checks.get("clean-up").get("found").asText()).contains("its parity, too");
      assertClean();
    }
  }

  @Test
  void doctor_withoutManager_isContentWithReplicas() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.remove("evenkeel.manager.uri");
    keys.remove("evenkeel.redis.nodes");
    Answer alone = run("doctor", conf("doctor-alone", keys), "--no-probe", "--json");
    assertThat(alone.status).as(alone.out).isZero();
    JsonNode json = new ObjectMapper().readTree(alone.out);
    assertThat(json.get("works").asBoolean()).isTrue();
    assertThat(json.get("checks").findValuesAsText("state")).contains("ok", "left out");
    assertThat(json.get("checks").findValuesAsText("state")).doesNotContain("failed");
  }

  @Test
  void doctor_ofADeadManager_saysSo_andThatReadingGoesOn() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.put("evenkeel.manager.uri", "http://127.0.0.1:1");
    Path json = temp.resolve("dead.json");
    Answer dead = run("doctor", conf("doctor-dead", keys), "--json=" + json);
    assertThat(dead.status).isEqualTo(1);
    assertThat(dead.words()).contains("it does not work; mend first: manager: see that it runs");
    Map<String, JsonNode> checks = checks(json);
    assertThat(state(checks, "manager")).isEqualTo("failed");
    assertThat(checks.get("parity").get("found").asText()).isEqualTo("manager failed");
    assertThat(checks.get("read around").get("found").asText()).isEqualTo("manager failed");
    assertThat(state(checks, "read")).isEqualTo("ok");
    assertClean();
  }

  @Test
  void doctor_ofAWrongPassword_saysWhatRedisSays_andNoPassword() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.put("evenkeel.redis.user", "nobody");
    keys.put("evenkeel.redis.password", "not-the-one");
    Path json = temp.resolve("password.json");
    Answer wrong = run("doctor", conf("doctor-password", keys), "--json=" + json);
    assertThat(wrong.status).isEqualTo(1);
    assertThat(wrong.words() + wrong.err)
        .contains("WRONGPASS", "evenkeel.redis.user and evenkeel.redis.password")
        .doesNotContain("not-the-one");
    assertThat(Files.readString(json)).doesNotContain("not-the-one");
    assertThat(state(checks(json), "parity")).isEqualTo("left out");
    assertThat(state(checks(json), "read")).isEqualTo("ok");
  }

  @Test
  void doctor_ofAStockConfigurationWithAnUnknownKey_namesBoth() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.remove("fs.hdfs.impl");
    keys.put("evenkeel.read.streem.bytes", "1m");
    Answer stock = run("doctor", conf("doctor-stock", keys), "--no-probe");
    assertThat(stock.status).isEqualTo(1);
    assertThat(stock.words())
        .contains("fs.hdfs.impl is not set: programs use the stock client")
        .contains("there is no key evenkeel.read.streem.bytes")
        .contains("mend first: in use: set fs.hdfs.impl to io.evenkeel.hadoop.EvenkeelFileSystem");
  }

  @Test
  void doctor_whoMayNotWrite_isToldOfTheOption() throws Exception {
    Path json = temp.resolve("nobody.json");
    Answer nobody =
        UserGroupInformation.createRemoteUser("nobody")
            .doAs((PrivilegedExceptionAction<Answer>) () -> run("doctor", conf, "--json=" + json));
    assertThat(nobody.status).isEqualTo(1);
    Map<String, JsonNode> checks = checks(json);
    assertThat(state(checks, "DataNodes")).isEqualTo("left out");
    assertThat(checks.get("write").get("found").asText()).contains("Permission denied");
    assertThat(checks.get("write").get("advice").asText()).contains("--probe-folder");
    assertThat(state(checks, "clean-up")).isEqualTo("ok");
    assertClean();
  }

  /** A name says nothing of whose a folder is. */
  @Test
  void doctor_inAFolderThatLooksLikeItsOwn_leavesWhatOthersHaveThere() throws IOException {
    org.apache.hadoop.fs.Path folder = new org.apache.hadoop.fs.Path("/other/evenkeel-doctor-1");
    try (FileSystem stock = cluster.newStockFileSystem()) {
      write(stock, folder + "/probe");
      Answer all = run("doctor", conf, "--probe-folder=" + folder);
      assertThat(all.status).as(all.out).isZero();
      assertThat(stock.listStatus(folder)).hasSize(1);
      stock.delete(folder.getParent(), true);
    }
  }

  @Test
  void doctor_whereStripedReadsAreOff_saysWhoRead_andWhy() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.put("evenkeel.read.striped", "false");
    Answer stock = run("doctor", conf("doctor-plain", keys), "--probe-folder=/ec");
    assertThat(stock.words())
        .contains("for it is erasure-coded, and evenkeel.read.striped is false")
        .contains("read back by the stock client");
    assertClean();
  }

  @Test
  void doctor_whoIsOff_looksAtNoOtherKey_andRemovesWhatItWrote() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.put("evenkeel.enabled", "false");
    keys.put("evenkeel.read.groups", "many");
    Path json = temp.resolve("off.json");
    Answer off = run("doctor", conf("doctor-off", keys), "--json=" + json);
    assertThat(off.words()).contains("mend first: in use: unset evenkeel.enabled");
    Map<String, JsonNode> checks = checks(json);
    for (String name : List.of("manager", "cache nodes", "parity")) {
      assertThat(state(checks, name)).as(off.out).isEqualTo("left out");
    }
    assertThat(state(checks, "read")).isEqualTo("ok");
    assertThat(state(checks, "clean-up")).isEqualTo("ok");
    assertClean();
  }

  @Test
  void doctor_ofAConfigurationThatCannotBeUsed_findsThat() throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(cluster.clientProperties().evenkeel());
    keys.put("hadoop.security.authentication", "kerberoast");
    Path broken = Files.createDirectories(temp.resolve("doctor-broken"));
    Files.writeString(broken.resolve("core-site.xml"), "<configuration><property>");
    List<String> all =
        List.of(
            conf("doctor-authentication", keys),
            "--conf=" + broken,
            "--conf=" + temp.resolve("none"));
    for (String wrong : all) {
      Answer answer = run("doctor", wrong, "--json");
      assertThat(answer.status).as(answer.err).isEqualTo(1);
      JsonNode json = new ObjectMapper().readTree(answer.out);
      assertThat(json.at("/checks/0/name").asText()).isEqualTo("settings");
      assertThat(json.at("/checks/0/state").asText()).isEqualTo("failed");
      assertThat(json.at("/checks/0/advice").asText()).contains("--conf");
    }
    UserGroupInformation.setConfiguration(cluster.evenkeelConfiguration());
  }

  @Test
  void doctor_isMisused_byOptionsOutOfBounds() {
    assertThat(run("doctor", conf, "--timeout=0").status).isEqualTo(2);
    assertThat(run("doctor", conf, "--probe-bytes=0").err)
        .contains("--probe-bytes takes 1 bytes to 1.0 GiB (1073741824 bytes), got 0 bytes");
  }
}
