package io.evenkeel.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/LOGS.md has the lines of the product, all of them and no others. */
class LogsDocTest {
  private static final List<String> MODULES =
      List.of("client", "core", "hadoop", "http", "manager", "redis", "server");

  /** Where lines come from; what is no line for people is not called so. */
  private static final Pattern CALL =
      Pattern.compile(
          "\\b(?:LOG|log)\\.(warn|info)\\(|\\b(OnceOnly\\.warn)\\(|\\bnew Effect\\.(Log)\\("
              + "|\\b(?:log|trouble)\\.(accept)\\(|(?<![.\\w])(?:writers\\.)?(tell)\\(");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern ARGUMENTS =
      Pattern.compile("(?<=\\w)\\((?:[^()\"]|" + LITERAL.pattern() + ")*\\)");
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{}|%[sd]");
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (?:(INFO|WARN|ERROR) \\| )?`([^`]+)` \\|");

  /** Fewer letters say nothing: such a call passes on what others have made. */
  private static final int LETTERS_MIN = 6;

  /**
   * A line as it is written down.
   *
   * @param level empty where lines have none
   */
  private record Line(String level, String text, String where) {
    /** Whether a documented line can be one of these. */
    boolean isOf(Line documented) {
      return (level.isEmpty() || level.equals(documented.level))
          && pattern(text).matcher(documented.text).matches();
    }

    private static Pattern pattern(String text) {
      StringBuilder regex = new StringBuilder();
      for (String piece : PLACEHOLDER.split(text, -1)) {
        regex.append(regex.isEmpty() ? "" : ".*").append(Pattern.quote(piece));
      }
      return Pattern.compile(regex.toString());
    }
  }

  @Test
  void everyLineOfTheSources_isDocumented() throws IOException {
    List<Line> documented = documented();
    List<Line> lines = lines();
    assertThat(lines).hasSizeGreaterThan(60);
    assertThat(lines.stream().filter(line -> documented.stream().noneMatch(line::isOf)))
        .as("not in docs/LOGS.md")
        .isEmpty();
  }

  @Test
  void everyDocumentedLine_isInTheSources() throws IOException {
    List<Line> lines = lines();
    assertThat(
            documented().stream().filter(one -> lines.stream().noneMatch(line -> line.isOf(one))))
        .as("in docs/LOGS.md and nowhere in the sources")
        .isEmpty();
  }

  private static List<Line> documented() throws IOException {
    return ROW.matcher(Files.readString(Path.of("..", "docs", "LOGS.md")))
        .results()
        .map(row -> new Line(row.group(1) == null ? "" : row.group(1), row.group(2), "LOGS.md"))
        .toList();
  }

  private static List<Line> lines() throws IOException {
    List<Line> lines = new ArrayList<>();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", "evenkeel-" + module, "src", "main"))) {
        files
            .filter(file -> file.toString().endsWith(".java"))
            .forEach(file -> lines.addAll(lines(file)));
      }
    }
    return lines;
  }

  private static List<Line> lines(Path file) {
    String source;
    try {
      source = Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<Line> lines = new ArrayList<>();
    Matcher call = CALL.matcher(source);
    while (call.find()) {
      List<String> arguments = arguments(source, call.end());
      String text = text(call, arguments);
      if (text.replaceAll("[^a-z]|%[sd]", "").length() >= LETTERS_MIN) {
        lines.add(new Line(level(call), text, file.getFileName().toString()));
      }
    }
    return lines;
  }

  private static String text(Matcher call, List<String> arguments) {
    return call.group(2) == null
        ? said(arguments.get(0))
        // Its consequence comes first.
        : said(arguments.get(2)) + ": " + said(arguments.get(1));
  }

  private static String level(Matcher call) {
    if (call.group(1) != null) {
      return call.group(1).equals("warn") ? "WARN" : "INFO";
    }
    if (call.group(3) != null) {
      return "INFO";
    }
    return call.group(2) != null || call.group(5) != null ? "WARN" : "";
  }

  /** The literals of an expression, with a placeholder for all else. */
  private static String said(String expression) {
    String formatted = withoutArguments(expression).replace(".formatted", "");
    StringBuilder text = new StringBuilder();
    Matcher literal = LITERAL.matcher(formatted);
    int end = 0;
    while (literal.find()) {
      boolean isJoined = formatted.substring(end, literal.start()).strip().matches("[+(]?");
      text.append(isJoined ? "" : "{}").append(literal.group(1));
      end = literal.end();
    }
    boolean isWhole = formatted.substring(end).strip().matches("[)]?");
    return text + (isWhole ? "" : "{}");
  }

  /** What is handed to methods is not said. */
  private static String withoutArguments(String expression) {
    String before = expression;
    String after = ARGUMENTS.matcher(before).replaceAll("");
    while (!after.equals(before)) {
      before = after;
      after = ARGUMENTS.matcher(before).replaceAll("");
    }
    return after;
  }

  /** The arguments of the call whose parenthesis was opened just before a position. */
  private static List<String> arguments(String source, int start) {
    List<String> arguments = new ArrayList<>();
    int depth = 1;
    int from = start;
    for (int i = start; depth > 0; i++) {
      char c = source.charAt(i);
      if (c == '"') {
        Matcher literal = LITERAL.matcher(source).region(i, source.length());
        i = literal.lookingAt() ? literal.end() - 1 : i;
      } else if (c == '(') {
        depth++;
      } else if (c == ')') {
        depth--;
      }
      if (depth == 0 || (depth == 1 && c == ',')) {
        arguments.add(source.substring(from, i));
        from = i + 1;
      }
    }
    return arguments;
  }
}
