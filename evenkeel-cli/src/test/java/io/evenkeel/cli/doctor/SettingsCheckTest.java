package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClientProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsCheckTest {
  @TempDir private Path temp;

  private Configuration conf(Map<String, String> keys) throws IOException {
    Path folder = temp.resolve("conf");
    ClientProperties.writeConfiguration(keys, folder);
    Configuration conf = new Configuration(false);
    conf.addResource(new org.apache.hadoop.fs.Path(folder.resolve("core-site.xml").toUri()));
    return conf;
  }

  private static Finding found(Configuration conf) throws IOException {
    return new SettingsCheck().run(Scenes.of(conf));
  }

  @Test
  void keys_areNamedWithTheirValuesAndFiles_andAreNoDoubts() throws Exception {
    Configuration conf =
        conf(
            Map.of(
                "evenkeel.manager.uri", "http://m:8460",
                "evenkeel.redis.nodes", "a:1,b:2",
                "fs.defaultFS", "hdfs://n:9000"));
    conf.set("evenkeel.scheme", "pocache", "the test");
    Finding finding = found(conf);
    assertThat(finding.state()).isEqualTo(State.OK);
    assertThat(finding.found())
        .contains(temp.resolve("conf/core-site.xml") + ":\n")
        .contains("\n  evenkeel.manager.uri = http://m:8460")
        .contains("\n  evenkeel.redis.nodes = a:1,b:2")
        .contains("\n  fs.defaultFS = hdfs://n:9000")
        .contains("the test:\n  evenkeel.scheme = pocache");
  }

  @Test
  void secrets_areNotShown_evenWhereTheirKeyIsMisspelt() throws Exception {
    Finding finding =
        found(
            conf(
                Map.of(
                    "evenkeel.manager.uri", "http://m:8460",
                    "evenkeel.redis.nodes", "redis://heron:sand,piper@a:1",
                    "evenkeel.redis.password", "curlew",
                    "evenkeel.redis.pasword", "plover",
                    "fs.defaultFS", "s3a://avocet:godwit@n")));
    assertThat(finding.toString())
        .doesNotContain("heron", "sand", "piper", "curlew", "plover", "avocet", "godwit");
    assertThat(finding.found()).contains("evenkeel.redis.password = (set, not shown)");
    assertThat(finding.toString())
        .contains("no key evenkeel.redis.pasword; the nearest is evenkeel.redis.password");
  }

  @Test
  void wrongValue_isSaidAsTheProductSaysIt_andUnknownKeysBesides() throws Exception {
    Finding finding =
        found(conf(Map.of("evenkeel.read.groups", "many", "evenkeel.read.streem.bytes", "1m")));
    assertThat(finding.state()).isEqualTo(State.FAILED);
    assertThat(finding.found())
        .contains("evenkeel.read.groups is 'many': say a whole number (default 4)")
        .contains("no key evenkeel.read.streem.bytes; the nearest is evenkeel.read.stream.bytes");
  }

  @Test
  void keysThatDoNothingHere_areNamedWithTheReason() throws Exception {
    Finding alone =
        found(
            conf(
                Map.of(
                    "evenkeel.redis.user", "me",
                    "evenkeel.write.exclude", "/tmp",
                    "evenkeel.scheme", "parallel",
                    "evenkeel.read.first.bytes", "1m",
                    "evenkeel.read.striped", "false",
                    "evenkeel.read.striped.verify", "always",
                    "evenkeel.manager.timeout", "1s",
                    "evenkeel.code", "rs-6-3")));
    assertThat(alone.state()).isEqualTo(State.WARNING);
    assertThat(alone.advice().lines())
        .containsExactlyInAnyOrder(
            "evenkeel.manager.timeout does nothing without evenkeel.manager.uri",
            "evenkeel.write.exclude does nothing without evenkeel.manager.uri and"
                + " evenkeel.redis.nodes, for no parity is cached",
            "evenkeel.redis.user does nothing without evenkeel.redis.nodes",
            "evenkeel.read.first.bytes does nothing with evenkeel.scheme parallel",
            "evenkeel.read.striped.verify does nothing while evenkeel.read.striped is false");
  }

  @Test
  void redisWithoutManager_andSubblocksThatDoNotDivideBlocks_areDoubts() throws Exception {
    Configuration conf = conf(Map.of("evenkeel.redis.nodes", "a:1"));
    conf.set("evenkeel.subblock.bytes", "192k");
    assertThat(found(conf).advice())
        .contains("without evenkeel.manager.uri nothing is known of the parity")
        .contains(
            "evenkeel.subblock.bytes of 192 KiB (196608 bytes) does not divide dfs.blocksize of 128 MiB",
            "read around no node");
  }

  @Test
  void misspeltKeysOfPlacement_areDoubts() throws Exception {
    Finding finding =
        found(
            conf(
                Map.of(
                    "evenkeel.placement.width", "4",
                    "evenkeel.placement.files", "9",
                    "evenkeel.placement.widht", "4")));
    assertThat(finding.state()).isEqualTo(State.WARNING);
    assertThat(finding.advice())
        .isEqualTo(
            "there is no key evenkeel.placement.widht; the nearest is evenkeel.placement.width");
  }

  @Test
  void withoutAnyConfiguration_oneIsToBeNamed() throws Exception {
    Finding finding = found(new Configuration(false));
    assertThat(finding.state()).isEqualTo(State.FAILED);
    assertThat(finding.found()).contains("HADOOP_CONF_DIR");
    assertThat(finding.advice()).contains("--conf");
  }

  /** Nobody looks at the others then. */
  @Test
  void whatIsOff_hasNoWrongValues() throws Exception {
    assertThat(
            found(conf(Map.of("evenkeel.enabled", "false", "evenkeel.read.groups", "many")))
                .state())
        .isEqualTo(State.OK);
  }
}
