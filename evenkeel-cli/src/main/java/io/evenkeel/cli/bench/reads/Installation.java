package io.evenkeel.cli.bench.reads;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.cluster.ClientProperties;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A Hadoop client as an administrator sets one up: Hadoop's jars, the jar of Evenkeel or not, and a
 * folder with {@code core-site.xml} and {@code hdfs-site.xml}.
 *
 * @param name who it is in a table
 */
public record Installation(String name, List<String> classPath) {
  private static final String HOME_PROPERTY = "evenkeel.home";
  private static final String CLIENT_JAR_PREFIX = "evenkeel-hadoop-client-";

  /** The keys without which a client has neither manager nor cache nodes. */
  public static final List<String> MANAGER_AND_CACHE =
      List.of(EvenkeelKeys.MANAGER_URI.name(), EvenkeelKeys.REDIS_NODES.name());

  /** What only Evenkeel and its tools need; a stock class path has none of it. */
  private static final List<String> NOT_HADOOPS = List.of("evenkeel", "redis", "picocli", "jmh");

  private static final String LOGGING =
      """
      log4j.rootLogger=WARN, console
      # Jobs say there how many splits and bytes they had.
      log4j.logger.org.apache.hadoop.mapreduce=INFO
      log4j.appender.console=org.apache.log4j.ConsoleAppender
      log4j.appender.console.target=System.err
      log4j.appender.console.layout=org.apache.log4j.PatternLayout
      log4j.appender.console.layout.ConversionPattern=%d{ISO8601} %-5p %c{1}: %m%n
      """;

  /** The stock client. */
  public static Installation stock(ClientProperties properties, Path folder) throws IOException {
    return install("stock", properties.stock(), Optional.empty(), folder);
  }

  /** Evenkeel by its two keys: no manager, no cache. */
  public static Installation twoKeys(ClientProperties properties, Path jar, Path folder)
      throws IOException {
    Map<String, String> keys = new LinkedHashMap<>(properties.evenkeel());
    keys.keySet().removeAll(MANAGER_AND_CACHE);
    return install("two keys", keys, Optional.of(jar), folder);
  }

  /** Evenkeel with manager and cache nodes. */
  public static Installation fourKeys(ClientProperties properties, Path jar, Path folder)
      throws IOException {
    return install("four keys", properties.evenkeel(), Optional.of(jar), folder);
  }

  /** The one jar that is installed on clients; throws IOException where it was not built. */
  public static Path clientJar() throws IOException {
    Path folder = home().resolve("evenkeel-dist").resolve("target");
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        Optional<Path> jar =
            files
                .filter(file -> file.getFileName().toString().startsWith(CLIENT_JAR_PREFIX))
                .filter(file -> file.toString().endsWith(".jar"))
                // As the launcher does: what was built last.
                .max(Comparator.comparingLong(file -> file.toFile().lastModified()));
        if (jar.isPresent()) {
          return jar.get();
        }
      }
    }
    throw new IOException(
        "new processes run with the jar for clients, and there is no "
            + CLIENT_JAR_PREFIX
            + "*.jar in "
            + folder
            + "; run this by ./evenkeel, which builds it");
  }

  /** The programs here that need nothing but Hadoop. */
  public static String ownClasses() {
    return Path.of(
            URI.create(
                FirstReadsMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toString()))
        .toString();
  }

  /** The checkout that the launcher is of. */
  public static Path home() throws IOException {
    String home = System.getProperty(HOME_PROPERTY);
    if (home == null) {
      throw new IOException(
          "-D" + HOME_PROPERTY + " must name the checkout; run this by ./evenkeel, which says so");
    }
    return Path.of(home);
  }

  private static Installation install(
      String name, Map<String, String> properties, Optional<Path> jar, Path folder)
      throws IOException {
    Path conf = folder.resolve("conf-" + name.replace(' ', '-'));
    ClientProperties.writeConfiguration(properties, conf);
    Files.writeString(conf.resolve("log4j.properties"), LOGGING);
    List<String> classPath = new ArrayList<>(List.of(conf.toString()));
    // In front, as README says: behind Hadoop's jars each class is looked for in all of them.
    jar.ifPresent(path -> classPath.add(path.toString()));
    Stream.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))
        .filter(Installation::isHadoops)
        .forEach(classPath::add);
    return new Installation(name, List.copyOf(classPath));
  }

  private static boolean isHadoops(String entry) {
    String name = Path.of(entry).getFileName().toString();
    return name.endsWith(".jar") && NOT_HADOOPS.stream().noneMatch(name::contains);
  }

  /** The same with another jar or folder of classes at the end. */
  public Installation with(String entry) {
    List<String> longer = new ArrayList<>(classPath);
    longer.add(entry);
    return new Installation(name, List.copyOf(longer));
  }

  /**
   * The same configuration and the same jar of Evenkeel, if any, with a framework's jars, Hadoop's
   * own among them, in place of the Hadoop here.
   */
  public Installation withJarsOf(List<String> framework) {
    List<String> entries = new ArrayList<>(List.of(classPath.get(0)));
    classPath.stream()
        .filter(entry -> Path.of(entry).getFileName().toString().startsWith(CLIENT_JAR_PREFIX))
        .forEach(entries::add);
    entries.addAll(framework);
    entries.add(ownClasses());
    return new Installation(name, List.copyOf(entries));
  }
}
