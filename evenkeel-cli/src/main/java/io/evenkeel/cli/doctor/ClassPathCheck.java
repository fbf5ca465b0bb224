package io.evenkeel.cli.doctor;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.hadoop.conf.Configuration;

/**
 * Whether Hadoop's programs on this machine find Evenkeel's jar, as far as that can be seen: the
 * one that has the file system's class, whatever its name.
 */
final class ClassPathCheck implements Check {
  static final String NAME = "class path";

  /** Written by the build of the module that has the class. */
  static final String PROPERTIES = "META-INF/maven/io.evenkeel/evenkeel-hadoop/pom.properties";

  private static final String JAR = "jar with Evenkeel (\"./evenkeel jar\" builds it)";
  private static final String JARS_OF_A_FOLDER = "*.{jar,JAR}";
  private static final String CLASS =
      EvenkeelFileSystem.class.getName().replace('.', '/') + ".class";
  private static final String VARIABLE = "HADOOP_CLASSPATH";
  private static final String HOME = "HADOOP_HOME";
  private static final String ALL = "*";
  private static final String JARS = "share/hadoop";
  private static final List<String> FOLDERS = List.of("common", "common/lib", "hdfs", "hdfs/lib");

  private final String evenkeel;

  /**
   * @param evenkeel this command's product and version
   */
  ClassPathCheck(String evenkeel) {
    this.evenkeel = evenkeel;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) {
    List<Path> places = places(scene.environment());
    if (places.isEmpty()) {
      return Finding.leftOut(
              NAME,
              "neither %s nor %s is set here, so it is not known what programs have; they need the %s"
                  .formatted(VARIABLE, HOME, JAR))
          .sayingInVerdict("which jar this host's programs have was not seen");
    }
    Set<Path> jars = new TreeSet<>();
    List<String> doubts = new ArrayList<>();
    for (Path place : places) {
      try {
        look(place, jars, doubts);
      } catch (IOException | DirectoryIteratorException e) {
        doubts.add(place + " cannot be read (" + Trouble.text(e) + "): let programs read it");
      }
    }
    boolean isLost = jars.isEmpty() && isWanted(scene.conf()) && hasHadoop(scene.environment());
    if (jars.isEmpty()) {
      doubts.add(
          "put it there: else programs%s end with ClassNotFoundException, but those that bring it themselves (--jars)"
              .formatted(isLost ? "" : " that are to use Evenkeel"));
    } else if (jars.size() > 1) {
      doubts.add("leave one: which of them a program gets is chance");
    }
    jars.forEach(
        jar ->
            version(jar)
                .filter(v -> !v.equals(evenkeel))
                .ifPresent(v -> doubts.add(other(jar, v))));
    String found =
        switch (jars.size()) {
          case 0 -> "no %s by %s or %s: looked at %s".formatted(JAR, VARIABLE, HOME, places);
          case 1 -> jars.iterator().next().toString();
          default -> "several: " + jars;
        };
    String advice = String.join("\n", doubts);
    if (isLost) {
      return Finding.failed(NAME, found, advice);
    }
    if (doubts.isEmpty()) {
      return Finding.ok(NAME, found);
    }
    String lost = "this host's programs do not find the jar, as far as was seen";
    return Finding.warning(NAME, found, advice).sayingInVerdict(jars.isEmpty() ? lost : "");
  }

  /** Whether the folders are there that Hadoop's programs load jars from. */
  private static boolean hasHadoop(Map<String, String> environment) {
    String home = environment.getOrDefault(HOME, "");
    return !home.isBlank() && Files.isDirectory(Path.of(home, JARS, FOLDERS.get(0)));
  }

  /** Whether programs with this configuration look for the class. */
  private static boolean isWanted(Configuration conf) {
    return conf.getTrimmed(EvenkeelFileSystem.CLASS_KEY, "")
        .equals(EvenkeelFileSystem.class.getName());
  }

  private String other(Path jar, String version) {
    return "%s is of %s, this command of %s: programs may not do what it says"
        .formatted(jar, version, evenkeel);
  }

  /** As the command says its own; empty where the jar does not say. */
  private static Optional<String> version(Path file) {
    try (ZipFile jar = new ZipFile(file.toFile())) {
      ZipEntry entry = jar.getEntry(PROPERTIES);
      if (entry == null) {
        return Optional.empty();
      }
      Properties built = new Properties();
      try (InputStream in = jar.getInputStream(entry)) {
        built.load(in);
      }
      return Optional.ofNullable(built.getProperty("version")).map(v -> "evenkeel " + v);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static List<Path> places(Map<String, String> environment) {
    List<Path> places = new ArrayList<>();
    for (String entry : environment.getOrDefault(VARIABLE, "").split(File.pathSeparator, -1)) {
      try {
        if (!entry.isBlank()) {
          places.add(Path.of(entry));
        }
      } catch (InvalidPathException e) {
        // No jar is there, whatever it means.
      }
    }
    String home = environment.getOrDefault(HOME, "");
    if (!home.isBlank()) {
      FOLDERS.forEach(folder -> places.add(Path.of(home, JARS, folder, ALL)));
    }
    return places;
  }

  /** Of a folder, Java loads jars only where an asterisk stands for them. */
  private static void look(Path place, Set<Path> jars, List<String> doubts) throws IOException {
    if (place.endsWith(ALL)) {
      jars.addAll(jarsIn(place.toAbsolutePath().getParent(), doubts));
    } else if (Files.isDirectory(place)) {
      if (!jarsIn(place, doubts).isEmpty()) {
        doubts.add(
            "%s names the folder %s alone, which loads no jar of it: add /*"
                .formatted(VARIABLE, place));
      }
    } else if (hasEvenkeel(place, doubts)) {
      jars.add(place.toRealPath());
    }
  }

  /** Java passes over what is no jar, or may not be read. */
  private static boolean hasEvenkeel(Path file, List<String> doubts) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (ZipFile jar = new ZipFile(file.toFile())) {
      return jar.getEntry(CLASS) != null;
    } catch (ZipException e) {
      doubts.add(
          "%s is damaged (%s), and nothing of it is loaded: copy it anew"
              .formatted(file, e.getMessage()));
      return false;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<Path> jarsIn(Path folder, List<String> doubts) throws IOException {
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, JARS_OF_A_FOLDER)) {
        for (Path jar : found) {
          if (hasEvenkeel(jar, doubts)) {
            jars.add(jar.toRealPath());
          }
        }
      }
    }
    return jars;
  }
}
