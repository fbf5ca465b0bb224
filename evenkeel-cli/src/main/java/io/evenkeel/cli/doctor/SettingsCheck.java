package io.evenkeel.cli.doctor;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.model.SubblockChecksums;
import io.evenkeel.hadoop.ConfigurationDoubts;
import io.evenkeel.hadoop.EvenkeelSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.security.ProviderUtils;
import org.apache.hadoop.security.alias.CredentialProviderFactory;

/** Which keys are set, where, and whether they can be meant so. */
final class SettingsCheck implements Check {
  static final String NAME = "settings";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) throws IOException {
    Configuration conf = scene.conf();
    String keys = SetKeys.text(conf);
    if (keys.isEmpty() && scene.folder().isEmpty()) {
      return Finding.failed(
          NAME,
          "there is no configuration: neither --conf nor HADOOP_CONF_DIR names a folder, and no"
              + " \"evenkeel cluster\" is up",
          "name the folder of the clients' core-site.xml: --conf FOLDER");
    }
    String found = keys + ofProvider(conf);
    if (found.isEmpty()) {
      found = "none is set in " + scene.folder().map(Object::toString).orElse("the class path");
    }
    if (EvenkeelSettings.isOff(conf)) {
      return Finding.ok(NAME, found);
    }
    ClientSettings settings;
    try {
      settings = scene.settings();
    } catch (IllegalArgumentException e) {
      List<String> wrong = new ArrayList<>(List.of(e.getMessage()));
      wrong.addAll(ConfigurationDoubts.unknownKeys(conf));
      return Finding.failed(
          NAME,
          found + "\n" + String.join("\n", wrong),
          "correct it: until then HDFS is used without Evenkeel");
    }
    List<String> doubts = doubts(conf, settings);
    return doubts.isEmpty()
        ? Finding.ok(NAME, found)
        : Finding.warning(NAME, found, String.join("\n", doubts));
  }

  /** That there is no usable configuration to look at. */
  static Finding unusable(Exception why) {
    // Parsers say which file it is, and where, in a line of its own.
    String said = why.getMessage() == null ? why.toString() : why.getMessage();
    return Finding.failed(
        NAME,
        "the configuration cannot be used: " + said,
        "correct it, or name the folder of the clients' core-site.xml: --conf FOLDER");
  }

  private static List<String> doubts(Configuration conf, ClientSettings settings) {
    List<String> doubts = new ArrayList<>(ConfigurationDoubts.ofSettings(conf, settings));
    long blockBytes =
        conf.getLongBytes(
            HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY, HdfsClientConfigKeys.DFS_BLOCK_SIZE_DEFAULT);
    if (blockBytes % settings.subblockBytes() != 0) {
      doubts.add(
          "%s of %s does not divide %s of %s: replicated files in such blocks are read around no node, and get no parity; take a multiple of %s that does"
              .formatted(
                  EvenkeelKeys.SUBBLOCK_BYTES.name(),
                  ByteText.exactly(settings.subblockBytes()),
                  HdfsClientConfigKeys.DFS_BLOCK_SIZE_KEY,
                  ByteText.exactly(blockBytes),
                  ByteText.of(SubblockChecksums.CHUNK_BYTES)));
    }
    return doubts;
  }

  /** A password that is kept where the product looks for it besides the configuration itself. */
  private static String ofProvider(Configuration conf) throws IOException {
    String key = EvenkeelKeys.REDIS_PASSWORD.name();
    if (conf.get(key) != null
        || conf.getTrimmed(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, "").isEmpty()) {
      return "";
    }
    char[] password =
        ProviderUtils.excludeIncompatibleCredentialProviders(conf, DistributedFileSystem.class)
            .getPassword(key);
    return password == null ? "" : "\n" + key + " is in a credential provider";
  }
}
