package io.evenkeel.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The documents of this checkout and its sources, as text. */
final class Documents {
  static final Path TOP = Path.of("..").toAbsolutePath().normalize();

  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");
  private static final Pattern CODE_LINE = Pattern.compile("(?m)^ {4,}(\\S.*)$");

  /** A text of a document and where it stands, for people. */
  record Found(String where, String text) {
    @Override
    public String toString() {
      return where + ": " + text;
    }
  }

  private Documents() {}

  /** What is at the top and what is in docs. */
  static List<Path> all() {
    List<Path> all = new ArrayList<>();
    for (String name : List.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md")) {
      all.add(TOP.resolve(name));
    }
    all.addAll(files(TOP.resolve("docs"), ".md"));
    return all;
  }

  static List<Path> files(Path folder, String ending) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The folders of sources of all modules: {@code main}, {@code test} or both. */
  static List<Path> sources(String... kinds) {
    try (Stream<Path> modules = Files.list(TOP)) {
      return modules
          .filter(module -> module.getFileName().toString().startsWith("evenkeel-"))
          .flatMap(module -> Stream.of(kinds).map(kind -> module.resolve("src/" + kind + "/java")))
          .filter(Files::isDirectory)
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Everything that a pattern's first group finds in the documents. */
  static List<Found> found(Pattern pattern) {
    return all().stream()
        .flatMap(
            document -> {
              String text = text(document);
              return pattern
                  .matcher(text)
                  .results()
                  .map(match -> new Found(where(document, text, match), match.group(1)));
            })
        .toList();
  }

  private static String where(Path document, String text, MatchResult match) {
    long line = text.substring(0, match.start()).lines().count();
    return TOP.relativize(document) + ":" + Math.max(1, line);
  }

  /** What the documents show in backticks, and their lines of code. */
  static List<Found> code() {
    return Stream.concat(found(CODE).stream(), found(CODE_LINE).stream()).toList();
  }

  /** Strings in double quotes, of these sources, that match. */
  static Set<String> literals(List<Path> sources, String regex) {
    Pattern literal = Pattern.compile("\"(" + regex + ")[\"=]");
    return sources.stream()
        .flatMap(folder -> files(folder, ".java").stream())
        .flatMap(file -> literal.matcher(text(file)).results())
        .map(match -> match.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The simple names of the classes that these sources have in files of their own. */
  static Set<String> classNames(List<Path> sources) {
    return sources.stream()
        .flatMap(folder -> files(folder, ".java").stream())
        .map(file -> file.getFileName().toString().replace(".java", ""))
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
