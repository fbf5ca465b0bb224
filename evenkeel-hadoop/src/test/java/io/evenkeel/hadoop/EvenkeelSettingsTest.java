package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.DoubtfulKeys;
import io.evenkeel.core.engine.ReadLimits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProvider;
import org.apache.hadoop.security.alias.CredentialProviderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EvenkeelSettingsTest {
  @TempDir Path folder;

  private static List<String> doubts(Configuration conf) {
    return DoubtfulKeys.of(
        conf.getPropsWithPrefix(DoubtfulKeys.PREFIX).keySet(), EvenkeelSettings.from(conf));
  }

  @Test
  void buffers_takeNoMoreOfASmallHeapThanTheirShareUnlessTold() {
    Configuration conf = new Configuration(false);
    long share = Runtime.getRuntime().maxMemory() / EvenkeelSettings.HEAP_SHARE;
    long most = Math.min(256L << 20, share);
    assertThat(EvenkeelSettings.from(conf).processBytes()).isEqualTo(most);
    assertThat(EvenkeelSettings.from(conf).writeProcessBytes()).isEqualTo(most);
    conf.set("evenkeel.read.process.bytes", "2g");
    conf.set("evenkeel.write.process.bytes", "1g");
    assertThat(EvenkeelSettings.from(conf).processBytes()).isEqualTo(2L << 30);
    assertThat(EvenkeelSettings.from(conf).writeProcessBytes()).isEqualTo(1L << 30);
  }

  /** What the simulator, the demo and the warm-up take is what a client has without any key. */
  @Test
  void limitsOfTheEngine_areTheDefaultsOfTheKeys() {
    assertThat(EvenkeelSettings.from(new Configuration(false)).limits())
        .isEqualTo(ReadLimits.defaults());
  }

  @Test
  void flags_areReadAsHadoopReadsThem() {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.enabled", "TRUE");
    assertThat(EvenkeelSettings.from(conf).enabled()).isTrue();
    conf.set("evenkeel.enabled", "False");
    assertThat(EvenkeelSettings.isOff(conf)).isTrue();
  }

  private static Configuration withNodes() {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.manager.uri", "http://who:secret@manager:8460");
    conf.set("evenkeel.redis.nodes", "a:1,rediss://their:own@b:2");
    conf.set("evenkeel.redis.user", "reader");
    return conf;
  }

  @Test
  void direction_isOnUnlessItIsOff() {
    Configuration conf = new Configuration(false);
    assertThat(EvenkeelSettings.from(conf).directed()).isTrue();
    conf.set("evenkeel.read.direction", "off");
    assertThat(EvenkeelSettings.from(conf).directed()).isFalse();
    conf.set("evenkeel.read.direction", "projected");
    assertThat(EvenkeelSettings.from(conf).directed()).isTrue();
  }

  private static void assertSecret(Configuration conf) {
    ClientSettings settings = EvenkeelSettings.from(conf);
    assertThat(settings.redisNodes())
        .containsExactly("redis://reader:secret@a:1", "rediss://their:own@b:2");
    assertThat(settings.toString())
        .contains("a:1", "b:2", "manager:8460")
        .doesNotContain("secret", "own");
    assertThat(doubts(conf)).isEmpty();
  }

  @Test
  void passwordOfCacheNodes_isInTheConfigurationOrAFileOrACredentialProvider() throws Exception {
    Configuration inKey = withNodes();
    inKey.set("evenkeel.redis.password", "secret");
    assertSecret(inKey);

    Path file = Files.writeString(folder.resolve("password"), "secret\nand more\n");
    Configuration inFile = withNodes();
    inFile.set("evenkeel.redis.password.file", file.toString());
    assertSecret(inFile);

    Configuration provided = withNodes();
    // Not a key store: who loads its classes first decides what all of this JVM may have in theirs.
    provided.set("hadoop.security.credential.provider.path", "user:///");
    CredentialProvider provider = CredentialProviderFactory.getProviders(provided).get(0);
    provider.createCredentialEntry("evenkeel.redis.password", "secret".toCharArray());
    provider.flush();
    try {
      assertSecret(provided);
    } finally {
      provider.deleteCredentialEntry("evenkeel.redis.password");
      provider.flush();
    }
  }

  /** The provider would be read through the file system that is being made. */
  @Test
  void credentialProviderInHdfs_isNotAsked() {
    Configuration conf = withNodes();
    conf.set("hadoop.security.credential.provider.path", "jceks://hdfs@nowhere.invalid/store");
    assertThat(EvenkeelSettings.from(conf).redisNodes().get(0)).isEqualTo("a:1");
  }

  @Test
  void passwordFileThatCannotBeRead_isNamed() {
    Configuration conf = withNodes();
    conf.set("evenkeel.redis.password.file", folder.resolve("none").toString());
    assertThatThrownBy(() -> EvenkeelSettings.from(conf))
        .isInstanceOf(EvenkeelSettings.WrongSettingException.class)
        .hasMessageContaining("evenkeel.redis.password.file is '");
  }

  /** As milliseconds of 32 bits the first is negative, and the second 0, which is for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"25d", "500us"})
  void timesThatNoSocketTakes_areRefused(String time) {
    for (String key :
        List.of(
            "evenkeel.read.connect.timeout",
            "evenkeel.redis.timeout",
            "evenkeel.manager.timeout")) {
      Configuration conf = new Configuration(false);
      conf.set(key, time);
      assertThatThrownBy(() -> EvenkeelSettings.from(conf))
          .isInstanceOf(EvenkeelSettings.WrongSettingException.class)
          .hasMessageContaining(key + " is '" + time);
    }
  }

  /** It tells clients of each other; cache nodes that nobody knows the content of are of no use. */
  @Test
  void aManagerAlone_isNoDoubt_andCacheNodesAloneAre() {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.manager.uri", "http://m:1");
    assertThat(doubts(conf)).isEmpty();
    conf.unset("evenkeel.manager.uri");
    conf.set("evenkeel.redis.nodes", "r:1");
    assertThat(doubts(conf))
        .singleElement()
        .asString()
        .contains("evenkeel.manager.uri", "set it, too");
  }

  @Test
  void memoryThatHoldsNoGroup_isDoubted() {
    Configuration conf = new Configuration(false);
    assertThat(doubts(conf)).isEmpty();
    for (String key : List.of("evenkeel.read.stream.bytes", "evenkeel.read.process.bytes")) {
      Configuration small = new Configuration(conf);
      small.set(key, "4194303");
      assertThat(doubts(small)).singleElement().asString().contains(key, "the 4.0 MiB of");
    }
  }

  @Test
  void parityInTheClear_isNamedWhereDataIsEncryptedOnItsWay() {
    Configuration conf = withNodes();
    assertThat(ConfigurationDoubts.inTheClear(conf, EvenkeelSettings.from(conf))).isEmpty();
    conf.setBoolean("dfs.encrypt.data.transfer", true);
    assertThat(ConfigurationDoubts.inTheClear(conf, EvenkeelSettings.from(conf)))
        .hasValueSatisfying(
            doubt ->
                assertThat(doubt)
                    .contains("dfs.encrypt.data.transfer", "rediss://")
                    .doesNotContain("own"));
    conf.set("evenkeel.redis.nodes", "rediss://a:1");
    assertThat(ConfigurationDoubts.inTheClear(conf, EvenkeelSettings.from(conf))).isEmpty();
  }

  /** Not with a client: the pool of hedged reads is the whole process's, for ever. */
  @Test
  void hedgedReadsOfHdfs_areNamed() {
    Configuration conf = new Configuration(false);
    assertThat(ConfigurationDoubts.hedging(conf)).isEmpty();
    conf.setInt("dfs.client.hedged.read.threadpool.size", 4);
    assertThat(ConfigurationDoubts.hedging(conf))
        .hasValueSatisfying(
            doubt -> assertThat(doubt).startsWith("dfs.client.hedged.read.threadpool.size is set"));
  }
}
