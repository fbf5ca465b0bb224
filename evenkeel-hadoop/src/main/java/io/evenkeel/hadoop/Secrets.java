package io.evenkeel.hadoop;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.redis.RedisSettings;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.ProviderUtils;
import org.apache.hadoop.security.alias.CredentialProviderFactory;

/** Where passwords come from. No message has one. */
final class Secrets {
  private Secrets() {}

  /**
   * The password of cache nodes; empty for none.
   *
   * @throws EvenkeelSettings.WrongSettingException when it is somewhere and cannot be had
   */
  static String redisPassword(Configuration conf) {
    String named = named(conf, EvenkeelKeys.REDIS_PASSWORD.name());
    if (!named.isEmpty()) {
      return named;
    }
    String file = conf.getTrimmed(EvenkeelKeys.REDIS_PASSWORD_FILE.name(), "");
    return file.isEmpty() ? "" : passwordIn(file);
  }

  private static String named(Configuration conf, String key) {
    // Asking providers costs a process that has none more than all other values together.
    boolean providers =
        !conf.getTrimmed(CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH, "").isEmpty();
    if (!providers) {
      return conf.getTrimmed(key, "");
    }
    try {
      // One that is kept in HDFS would need the very file system that is being made.
      char[] password =
          ProviderUtils.excludeIncompatibleCredentialProviders(conf, DistributedFileSystem.class)
              .getPassword(key);
      if (password == null) {
        return "";
      }
      String text = new String(password).trim();
      Arrays.fill(password, ' ');
      return text;
    } catch (IOException e) {
      throw new EvenkeelSettings.WrongSettingException(
          key + " cannot be had from the credential providers: " + e.getMessage(), e);
    }
  }

  private static String passwordIn(String file) {
    try {
      return RedisSettings.passwordIn(Path.of(file));
    } catch (IOException | InvalidPathException e) {
      throw new EvenkeelSettings.WrongSettingException(
          EvenkeelKeys.REDIS_PASSWORD_FILE.name() + " is '" + file + "': " + e.getMessage(), e);
    }
  }
}
