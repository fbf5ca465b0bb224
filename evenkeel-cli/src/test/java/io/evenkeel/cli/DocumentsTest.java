package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.Documents.Found;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.client.PlacementKeys;
import io.evenkeel.hadoop.fill.FillerMain;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** What the documents name exists: keys, commands and their options, files, classes and tests. */
class DocumentsTest {
  private static final Pattern KEY =
      Pattern.compile(
          "(?<![\\w./-])(?:-D)?(evenkeel\\.[a-z]+(?:\\.[a-z]+)*)(?![\\w(/-]|\\.[*a-z])");
  private static final Pattern READ_PROPERTY =
      Pattern.compile("get(?:Property|Integer|Long|Boolean)\\(\\s*\"(evenkeel\\.[a-z.]+)\"");
  private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
  private static final Pattern LONG_OPTION = Pattern.compile("--[a-z][a-z-]*");
  private static final Pattern CLASS_NAME = Pattern.compile("([A-Z][a-z0-9]+){2,}");
  private static final Pattern TABLE =
      Pattern.compile("(?m)^\\|.*\\| command \\|\\n\\|[-|]+\\|\\n((?:\\|.*\\|\\n)+)");

  private static final int PROSE_COLUMNS = 100;
  private static final Pattern FIGURE =
      Pattern.compile("\\d[\\d,.]* (?:ms|MiB/s)\\b|\\d[\\d.]* x (?!\\d)");

  private static final Path HDFS_SUITES =
      Documents.TOP.resolve(
          "evenkeel-hdfs-test/src/main/java/io/evenkeel/hdfstest/HdfsSuites.java");

  @Test
  void keys_areThoseOfTheCode() {
    Set<String> known = new TreeSet<>();
    EvenkeelKeys.all().forEach(key -> known.add(key.name()));
    PlacementKeys.all().forEach(key -> known.add(key.name()));
    known.addAll(Documents.literals(Documents.sources("main"), "evenkeel\\.[a-z.]+"));
    // Those of the tests themselves; others there are misspelt by intent.
    Documents.sources("test").stream()
        .flatMap(folder -> Documents.files(folder, ".java").stream())
        .flatMap(file -> READ_PROPERTY.matcher(Documents.text(file)).results())
        .forEach(read -> known.add(read.group(1)));
    List<Found> found = Documents.found(KEY);
    assertThat(found).hasSizeGreaterThan(50);
    assertThat(found).allSatisfy(one -> assertThat(known).as(one.where()).contains(one.text()));
  }

  @Test
  void commandsAndTheirOptions_areThoseOfTheCode() {
    List<Found> lines =
        Documents.code().stream().filter(one -> one.text().startsWith("./evenkeel")).toList();
    assertThat(lines).hasSizeGreaterThan(50);
    List<String> wrong = new ArrayList<>();
    for (Found line : lines) {
      String command = line.text().replaceFirst("\\s#.*", "").replace("\\|", "|");
      unknown(command).ifPresent(what -> wrong.add(line + ": no " + what));
    }
    assertThat(wrong).isEmpty();
  }

  /** The first word of a command line of the launcher that it does not know. */
  private static Optional<String> unknown(String command) {
    List<String> words = new ArrayList<>(List.of(command.split("[\\s\\[\\]]+")));
    words.remove(0);
    words.remove("--verbose");
    if (words.isEmpty()) {
      return Optional.empty();
    }
    return switch (words.get(0)) {
      case "filler" -> unknownOption(words, source(FillerMain.class));
      case "test" -> unknownOption(words, launcher() + Documents.text(HDFS_SUITES));
      case "build", "jar", "help", "--help" -> unknownOption(words, launcher());
      default -> unknownTo(EvenkeelCommand.commandLine(), words);
    };
  }

  private static String launcher() {
    return Documents.text(Documents.TOP.resolve("evenkeel"));
  }

  /** The sources of a class's package: its arguments are read in one of them. */
  private static String source(Class<?> main) {
    String folder = main.getPackageName().replace('.', '/');
    StringBuilder all = new StringBuilder();
    for (Path sources : Documents.sources("main")) {
      if (Files.isDirectory(sources.resolve(folder))) {
        Documents.files(sources.resolve(folder), ".java")
            .forEach(file -> all.append(Documents.text(file)));
      }
    }
    return all.toString();
  }

  private static Optional<String> unknownOption(List<String> words, String code) {
    return words.stream()
        .filter(word -> LONG_OPTION.matcher(word).matches())
        .filter(option -> !Pattern.compile(option + "(?![a-z-])").matcher(code).find())
        .findFirst();
  }

  private static Optional<String> unknownTo(CommandLine top, List<String> words) {
    CommandLine command = top;
    boolean named = true;
    for (String word : words) {
      Matcher option = LONG_OPTION.matcher(word);
      if (option.lookingAt()) {
        named = false;
        if (!command.getCommandSpec().optionsMap().containsKey(option.group())) {
          return Optional.of(option.group());
        }
      } else if (named && command.getSubcommands().containsKey(word)) {
        command = command.getSubcommands().get(word);
      } else if (named && !command.getSubcommands().isEmpty() && word.matches("[a-z-]+")) {
        named = false;
        // What a command takes by name without a class of its own is a case of its switch.
        if (!source(command.getCommand().getClass()).contains("case \"" + word + "\" ->")) {
          return Optional.of("command " + word);
        }
      } else {
        named = false;
      }
    }
    return Optional.empty();
  }

  /** Without either these ask the host that they run on, which is rarely meant. */
  @Test
  void commandsAboutACluster_sayWhich() {
    Pattern command = Pattern.compile("\\./evenkeel (?:status|explain|doctor)\\b[^`\n]*");
    List<String> all =
        Stream.of("README.md", "docs/OPERATING.md")
            .map(document -> Documents.text(Documents.TOP.resolve(document)))
            .flatMap(text -> command.matcher(text).results().map(MatchResult::group))
            .toList();
    assertThat(all).hasSizeGreaterThan(5);
    assertThat(all).allMatch(one -> one.contains("--conf FOLDER") || one.contains("--manager"));
  }

  @ParameterizedTest
  @CsvSource({"README.md, 10", "docs/COSTS.md, 40"})
  void figures_haveTheirCommands(String document, int rowsLeast) {
    String text = Documents.text(Documents.TOP.resolve(document));
    List<String> rows =
        TABLE.matcher(text).results().flatMap(table -> table.group(1).lines()).toList();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(rowsLeast);
    assertThat(rows)
        .allSatisfy(
            row -> assertThat(row).matches(".*\\| (`\\./(evenkeel|mvnw) .*`.*|the same) \\|"));
    assertThat(TABLE.matcher(text).results())
        .as("of each table the first row says a command, not the same")
        .allSatisfy(
            table ->
                assertThat(table.group(1).lines().findFirst().orElse(""))
                    .doesNotContain("| the same |"));
  }

  /** Tables and code are as wide as they are. */
  @Test
  void prose_isInLinesOfAHundredColumns() {
    for (Path document : Documents.all()) {
      boolean isFenced = false;
      boolean isCode = false;
      String before = "";
      for (String line : Documents.text(document).lines().toList()) {
        isFenced ^= line.strip().startsWith("```");
        // Lists in lists are indented, too, but code begins after an empty line.
        isCode = line.startsWith("    ") && (isCode || before.isEmpty()) && !line.matches(" *- .*");
        before = line;
        String prose = line.replaceAll("`[^`]*`|\\]\\([^)]*\\)", "");
        boolean isProse = !isFenced && !isCode && !line.matches(" *(\\||<).*");
        if (isProse) {
          assertThat(prose).as(document.toString()).hasSizeLessThanOrEqualTo(PROSE_COLUMNS);
        }
      }
    }
  }

  /** Of times, rates and ratios; rows of a key or a flag have its values. */
  @Test
  void sectionsWithFigures_haveACommand() {
    for (Path document : Documents.all()) {
      for (String section : Documents.text(document).split("(?m)^(?=#)")) {
        String measured = section.replaceAll("(?m)^\\| `.*", "");
        if (FIGURE.matcher(measured).find()) {
          assertThat(section).as("%s", document).containsPattern("\\./(?:evenkeel|mvnw)|hdfs dfs");
        }
      }
    }
  }

  @Test
  void links_leadSomewhere() {
    List<String> broken = new ArrayList<>();
    for (Path document : Documents.all()) {
      Matcher link = LINK.matcher(Documents.text(document));
      while (link.find()) {
        URI to = URI.create(link.group(1));
        Path file =
            to.getPath() == null || to.getPath().isEmpty()
                ? document
                : document.resolveSibling(to.getPath());
        if (to.getScheme() == null && !leads(file, to.getFragment())) {
          broken.add(Documents.TOP.relativize(document) + ": " + to);
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  /** A fragment is a heading, as GitHub names it. */
  private static boolean leads(Path file, String fragment) {
    return Files.exists(file)
        && (fragment == null
            || Documents.text(file)
                .lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("#+ ", "").toLowerCase(Locale.ROOT))
                .map(line -> line.replaceAll("[^a-z0-9 _-]", "").replace(' ', '-'))
                .anyMatch(fragment::equals));
  }

  @Test
  void classesAndTests_exist() throws IOException {
    Set<String> known = new HashSet<>(Documents.classNames(Documents.sources("main", "test")));
    List<Found> found =
        Documents.code().stream()
            .map(one -> new Found(one.where(), one.text().replaceFirst("[.(<#].*", "")))
            .filter(one -> CLASS_NAME.matcher(one.text()).matches())
            .filter(one -> !known.contains(one.text()))
            .toList();
    // What is not ours is of the JDK or of a library.
    Set<String> others = namesOfOthers();
    assertThat(found)
        .as("names of classes in backticks that neither we nor others have")
        .allSatisfy(one -> assertThat(others).as(one.where()).contains(one.text()));
  }

  /** The simple names of all classes of the libraries on the class path and of the JDK. */
  private static Set<String> namesOfOthers() throws IOException {
    Set<String> names = new HashSet<>();
    String ofTests = System.getProperty("surefire.test.class.path");
    String path = ofTests == null ? System.getProperty("java.class.path") : ofTests;
    for (String entry : path.split(File.pathSeparator)) {
      if (entry.endsWith(".jar")) {
        try (JarFile jar = new JarFile(entry)) {
          jar.stream().forEach(file -> addName(names, file.getName()));
        }
      }
    }
    FileSystem jdk = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Stream<Path> files = Files.walk(jdk.getPath("/modules/java.base"))) {
      files.forEach(file -> addName(names, file.toString()));
    }
    return names;
  }

  private static void addName(Set<String> names, String file) {
    if (file.endsWith(".class")) {
      String name = file.substring(file.lastIndexOf('/') + 1, file.length() - ".class".length());
      names.addAll(List.of(name.split("\\$")));
    }
  }

  @Test
  void promises_nameTheTestsThatHoldThem() {
    String text = Documents.text(Documents.TOP.resolve("docs/ARCHITECTURE.md"));
    Matcher table =
        Pattern.compile("\\| promise \\|.*\\n\\|[-|]+\\|\\n((?:\\|.*\\|\\n)+)").matcher(text);
    assertThat(table.find()).isTrue();
    Set<String> tests = Documents.classNames(Documents.sources("test"));
    List<String> rows = table.group(1).lines().toList();
    assertThat(rows).hasSizeGreaterThanOrEqualTo(5);
    for (String row : rows) {
      String last = row.substring(row.lastIndexOf('|', row.length() - 2));
      List<String> named =
          Pattern.compile("`(\\w+Test)`").matcher(last).results().map(m -> m.group(1)).toList();
      assertThat(named).as(row).isNotEmpty();
      assertThat(tests).as(row).containsAll(named);
    }
  }
}
