package io.evenkeel.cli.doctor;

import io.evenkeel.client.DoubtfulKeys;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelHdfs;
import io.evenkeel.redis.RedisSettings;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.alias.CredentialProviderFactory;

/** The keys that matter to Evenkeel and are set, with where from. No secret is shown. */
final class SetKeys {
  private static final List<String> OF_HADOOP =
      List.of(
          "fs.defaultFS",
          EvenkeelFileSystem.CLASS_KEY,
          EvenkeelHdfs.CLASS_KEY,
          CredentialProviderFactory.CREDENTIAL_PROVIDER_PATH);

  private static final Set<String> WITHOUT_SECRETS =
      EvenkeelKeys.all().stream()
          .map(EvenkeelKeys.Key::name)
          .filter(name -> !name.endsWith("password"))
          .collect(Collectors.toSet());

  private SetKeys() {}

  /** The names of Evenkeel's own. */
  static Set<String> names(Configuration conf) {
    return conf.getPropsWithPrefix(DoubtfulKeys.PREFIX).keySet().stream()
        .map(rest -> DoubtfulKeys.PREFIX + rest)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Where a key's value is from; empty where it is Hadoop's own default, or not set. */
  static Optional<String> source(Configuration conf, String key) {
    String[] sources = conf.getPropertySources(key);
    if (sources == null || sources.length == 0) {
      return Optional.empty();
    }
    String last = sources[sources.length - 1];
    return last.endsWith("-default.xml")
        ? Optional.empty()
        : Optional.of(last.replaceFirst("^file:", ""));
  }

  /** A line for each source and, indented, for each of its keys. */
  static String text(Configuration conf) {
    Map<String, StringBuilder> bySource = new LinkedHashMap<>();
    Set<String> all = new TreeSet<>(names(conf));
    all.addAll(OF_HADOOP);
    for (String key : all) {
      source(conf, key)
          .ifPresent(
              from ->
                  bySource
                      .computeIfAbsent(from, unseen -> new StringBuilder())
                      .append("\n  ")
                      .append(key)
                      .append(" = ")
                      .append(shown(key, conf)));
    }
    return bySource.entrySet().stream()
        .map(entry -> entry.getKey() + ":" + entry.getValue())
        .collect(Collectors.joining("\n"));
  }

  /** A file system's URI: that of some may hold a secret. */
  static String shown(URI fileSystem) {
    return RedisSettings.masked(fileSystem.toString());
  }

  /** A key that nobody knows may be a password's, misspelt. */
  private static String shown(String key, Configuration conf) {
    if (OF_HADOOP.contains(key) || WITHOUT_SECRETS.contains(key)) {
      return RedisSettings.masked(conf.get(key, ""));
    }
    return "(set, not shown)";
  }
}
