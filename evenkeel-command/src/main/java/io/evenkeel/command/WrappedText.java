package io.evenkeel.command;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Text in lines of bounded width. */
public final class WrappedText {
  /** As wide as a terminal is at least. */
  public static final int COLUMNS = 80;

  /** With the blanks before it, which stay where it is not the first of its line. */
  private static final Pattern WORD = Pattern.compile(" *([^ ]+)");

  private WrappedText() {}

  /** A line in as many of a terminal's width as it needs. */
  public static List<String> lines(String line) {
    return lines("", "", line, COLUMNS);
  }

  /** A text of several lines, of which those that are wider than a terminal are broken. */
  public static String text(String lines) {
    return lines
        .lines()
        .flatMap(line -> line.length() <= COLUMNS ? Stream.of(line) : lines(line).stream())
        .map(line -> line + System.lineSeparator())
        .collect(Collectors.joining());
  }

  /**
   * A line in as many as it needs: broken between words where it can be, while a word that is too
   * long stays whole. What it is indented by itself stays, and lines that follow have two more.
   *
   * @param start before the first
   * @param indent before each that follows
   */
  public static List<String> lines(String start, String indent, String line, int columns) {
    List<String> lines = new ArrayList<>();
    int indented = line.length() - line.stripLeading().length();
    // Who says it may be hostile: more than half of a line would leave a word for each.
    String margin = " ".repeat(Math.min(indented, columns / 2));
    StringBuilder row = new StringBuilder(start).append(margin);
    boolean empty = true;
    Matcher words = WORD.matcher(line.strip());
    while (words.find()) {
      if (!empty && row.length() + words.group().length() > columns) {
        lines.add(row.toString().stripTrailing());
        row = new StringBuilder(indent).append(margin.isEmpty() ? "" : margin + "  ");
        empty = true;
      }
      row.append(empty ? words.group(1) : words.group());
      empty = false;
    }
    lines.add(row.toString().stripTrailing());
    return lines;
  }
}
