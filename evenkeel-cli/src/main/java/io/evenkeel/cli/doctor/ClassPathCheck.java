package io.evenkeel.cli.doctor;

import java.io.File;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Whether Hadoop's programs on this machine find Evenkeel's jar, as far as that can be seen. */
final class ClassPathCheck implements Check {
  static final String NAME = "class path";
  private static final String JAR = "evenkeel-hadoop-client-*.jar";
  private static final String VARIABLE = "HADOOP_CLASSPATH";
  private static final String HOME = "HADOOP_HOME";
  private static final List<String> FOLDERS =
      List.of("common", "common/lib", "hdfs", "hdfs/lib", "client");

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) throws IOException {
    Map<String, String> environment = scene.environment();
    List<Path> places = places(environment);
    if (places.isEmpty()) {
      return Finding.notAsked(
          NAME,
          "neither %s nor %s is set here, so it is not known what programs have; they need %s"
              .formatted(VARIABLE, HOME, JAR));
    }
    Set<Path> jars = new TreeSet<>(Comparator.naturalOrder());
    for (Path place : places) {
      jars.addAll(jarsAt(place));
    }
    if (jars.isEmpty()) {
      return Finding.warning(
          NAME,
          "no %s by %s or %s".formatted(JAR, VARIABLE, HOME),
          "put it there, unless programs bring it themselves (--jars): else they end with"
              + " ClassNotFoundException");
    }
    return jars.size() == 1
        ? Finding.ok(NAME, jars.iterator().next().toString())
        : Finding.warning(
            NAME, "several: " + jars, "leave one: which of them a program gets is chance");
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
      FOLDERS.forEach(folder -> places.add(Path.of(home, "share/hadoop", folder)));
    }
    return places;
  }

  /** Of a jar itself, and of a folder, with or without the asterisk that stands for its jars. */
  private static List<Path> jarsAt(Path place) throws IOException {
    boolean all = place.endsWith("*");
    Path folder = all && place.getParent() != null ? place.getParent() : place;
    List<Path> jars = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, JAR)) {
        found.forEach(jar -> jars.add(jar.toAbsolutePath()));
      }
    } else if (Files.isReadable(place)
        && place.getFileSystem().getPathMatcher("glob:" + JAR).matches(place.getFileName())) {
      jars.add(place.toAbsolutePath());
    }
    return jars;
  }
}
