package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.cli.doctor.DataNodesCheck.Reach;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whom the doctor asks takes connections, and says nothing. */
class HangingPeersTest {
  private final Configuration conf = new Configuration();
  private ServerSocket silent;

  @BeforeEach
  void listen() throws IOException {
    silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
  }

  @AfterEach
  void end() throws IOException {
    silent.close();
  }

  private String address() {
    return "127.0.0.1:" + silent.getLocalPort();
  }

  private Finding last(Check... checks) throws InterruptedException {
    try (Scene scene = Scenes.of(conf)) {
      List<Finding> findings = Doctor.run(List.of(checks), scene, told -> {});
      return findings.get(findings.size() - 1);
    }
  }

  @Test
  void nameNode_hasFailed() throws Exception {
    conf.set("fs.defaultFS", "hdfs://" + address());
    Finding finding = last(new NameNodeCheck());
    assertThat(finding.state()).isEqualTo(State.FAILED);
    assertThat(finding.toString()).contains("did not answer within 0.").contains("--timeout");
  }

  /** As a stopped DataNode, whose system takes connections for it. */
  @Test
  void dataNode_isTakenToHang_andNotWhereSomebodyIsThere() throws Exception {
    assertThat(DataNodesCheck.reach(address(), 200, conf)).isEqualTo(Reach.SILENT);
    Thread somebody =
        new Thread(
            () -> {
              try {
                // The first one came from above.
                silent.accept().close();
                try (Socket next = silent.accept()) {
                  next.getInputStream().read();
                }
              } catch (IOException e) {
                // The test has ended.
              }
            });
    somebody.start();
    assertThat(DataNodesCheck.reach(address(), 20_000, conf)).isEqualTo(Reach.ANSWERS);
    somebody.join();
    silent.close();
    assertThatThrownBy(() -> DataNodesCheck.reach(address(), 200, conf))
        .isInstanceOf(ConnectException.class);
  }

  @Test
  void dataNodesThatHang_areNamed() {
    Map<Reach, List<String>> by = new EnumMap<>(Reach.class);
    by.put(Reach.ANSWERS, List.of("a:1", "b:1"));
    by.put(Reach.SILENT, List.of());
    by.put(Reach.AWAY, List.of());
    Finding well = DataNodesCheck.finding(2, 0, by);
    assertThat(well.state()).isEqualTo(State.OK);
    assertThat(well.found()).isEqualTo("2 live, 0 dead; all answer here");
    by.put(Reach.SILENT, List.of("c:1"));
    by.put(Reach.AWAY, List.of("d:1"));
    Finding some = DataNodesCheck.finding(60, 1, by);
    assertThat(some.state()).isEqualTo(State.WARNING);
    assertThat(some.found())
        .isEqualTo(
            "60 live, 1 dead; of 4 that were tried 2 answer here, 1 hang, 1 are not reached");
    assertThat(some.advice())
        .startsWith("c:1 took the connection")
        .contains("no connection to d:1");
    by.put(Reach.ANSWERS, List.of());
    assertThat(DataNodesCheck.finding(2, 0, by).state()).isEqualTo(State.FAILED);
  }

  @Test
  void manager_hasFailed() throws Exception {
    conf.set("fs.defaultFS", "hdfs://" + address());
    conf.set("evenkeel.manager.uri", "http://" + address());
    Finding finding = last(new SettingsCheck(), new ManagerCheck());
    assertThat(finding.state()).isEqualTo(State.FAILED);
    assertThat(finding.found()).contains(address()).contains("did not answer within 300 ms");
    assertThat(finding.advice()).contains("--bind");
  }

  @Test
  void cacheNode_hasFailed() throws Exception {
    conf.set("evenkeel.manager.uri", "http://127.0.0.1:1");
    conf.set("evenkeel.redis.nodes", address());
    Finding finding = last(new SettingsCheck(), new CacheNodesCheck());
    assertThat(finding.state()).isEqualTo(State.FAILED);
    assertThat(finding.found()).contains(address()).endsWith("did not answer within 300 ms");
    assertThat(finding.advice()).contains("evenkeel.redis.nodes");
  }

  @Test
  void whatIsNoHdfs_isNotAsked_andShowsNoSecret() throws Exception {
    conf.set("fs.defaultFS", "s3a://avocet:godwit@bucket/");
    Finding finding = last(new NameNodeCheck());
    assertThat(finding.state()).isEqualTo(State.LEFT_OUT);
    assertThat(finding.found()).contains("@bucket").contains("no HDFS");
    assertThat(finding.advice()).contains("--probe-folder hdfs://").doesNotContain("defaultFS");
    assertThat(finding.toString()).doesNotContain("avocet", "godwit");
  }

  /** Nobody looks at the other keys then, whatever they say. */
  @Test
  void whatIsOff_asksNobody() throws Exception {
    conf.set("fs.defaultFS", "hdfs://" + address());
    conf.set("evenkeel.enabled", "false");
    conf.set("evenkeel.read.groups", "many");
    for (Check check : List.of(new ManagerCheck(), new CacheNodesCheck())) {
      assertThat(last(new SettingsCheck(), check))
          .isEqualTo(Finding.leftOut(check.name(), "Evenkeel is off"));
    }
  }
}
