package io.evenkeel.hdfstest;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;

/**
 * Where everything lies in a checkout. Results are kept by what they are results of: the stock
 * client's by Hadoop's release, Evenkeel's by the content of its jars and configuration, so that
 * what has not changed is not run again.
 */
final class SuiteFolders {
  private static final String EVENKEEL_CONFIGURATION = "src/test/evenkeel";

  private final Path module;
  private final Path state;
  private final String classPath;
  private final String evenkeelVersion;

  /**
   * @param module the folder of this Maven module
   * @param state where results, logs and work are kept
   * @param classPath has Evenkeel, Hadoop and its tests
   * @param evenkeelVersion by which Evenkeel's results are kept
   */
  SuiteFolders(Path module, Path state, String classPath, String evenkeelVersion) {
    this.module = module;
    this.state = state;
    this.classPath = classPath;
    this.evenkeelVersion = evenkeelVersion;
  }

  /** Those of a checkout that is built, with the class path of this process. */
  static SuiteFolders ofCheckout(Path top) throws IOException {
    Path module = top.resolve("evenkeel-hdfs-test");
    String classPath = System.getProperty("java.class.path");
    Path configuration = module.resolve(EVENKEEL_CONFIGURATION).resolve("core-site.xml");
    return new SuiteFolders(
        module, top.resolve("target/hdfs-tests"), classPath, digest(classPath, configuration));
  }

  String classPath() {
    return classPath;
  }

  /** Its core-site.xml puts Evenkeel under every configuration. */
  Path evenkeelConfiguration() {
    return module.resolve(EVENKEEL_CONFIGURATION);
  }

  /** The files that Hadoop's tests read. */
  Path hadoopTestFiles() {
    return module.resolve("target/hadoop-tests");
  }

  /** Where the class that runs now may write. */
  Path work() {
    return state.resolve("work");
  }

  Path result(String className, Side side) {
    return results(side).resolve(className + ".tests");
  }

  /** What a class printed; kept when a test has failed. */
  Path log(String className, Side side) {
    return results(side).resolve(className + ".log");
  }

  private Path results(Side side) {
    return state.resolve(
        side == Side.STOCK
            ? "stock-" + VersionInfo.getVersion()
            : "evenkeel-" + VersionInfo.getVersion() + "-" + evenkeelVersion);
  }

  private static String digest(String classPath, Path configuration) throws IOException {
    List<Path> ours =
        Arrays.stream(classPath.split(File.pathSeparator))
            .map(Path::of)
            .filter(
                jar ->
                    jar.getFileName().toString().matches("evenkeel-(?!hdfs-test|command).*\\.jar"))
            .sorted()
            .toList();
    if (ours.isEmpty()) {
      throw new IllegalStateException("no jar of Evenkeel on the class path; build it first");
    }
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(configuration));
      for (Path jar : ours) {
        digest.update(Files.readAllBytes(jar));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 6);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
