package io.evenkeel.cli.doctor;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Findings for people, in 80 columns, and for programs. */
final class DoctorReport {
  private static final int STATE_COLUMNS = 15;
  private static final String ADVICE = "-> ";

  private DoctorReport() {}

  /** One finding, and beneath it what to do. */
  static String text(Finding finding) {
    StringBuilder text = new StringBuilder();
    String first = "%-" + STATE_COLUMNS + "s";
    String indent = " ".repeat(STATE_COLUMNS);
    String start = String.format(Locale.ROOT, first, finding.state().text());
    for (String line : (finding.name() + ": " + finding.found()).split("\n", -1)) {
      wrap(text, start, indent, line);
      start = indent;
    }
    finding
        .advice()
        .lines()
        .forEach(line -> wrap(text, indent + ADVICE, indent + " ".repeat(ADVICE.length()), line));
    return text.toString();
  }

  /** The verdict as the last line, or as many as it needs. */
  static String lastText(List<Finding> findings) {
    StringBuilder text = new StringBuilder();
    wrap(text, "", "", verdict(findings));
    return text.toString();
  }

  private static void wrap(StringBuilder text, String start, String indent, String line) {
    WrappedText.lines(start, indent, line, WrappedText.COLUMNS)
        .forEach(each -> text.append(each).append(System.lineSeparator()));
  }

  /** Whether nothing failed, and there is an HDFS. */
  static boolean works(List<Finding> findings) {
    return findings.stream().noneMatch(finding -> finding.state() == State.FAILED)
        && !is(findings, NameNodeCheck.NAME, State.LEFT_OUT);
  }

  /** In one sentence: that it works, and how; or the first thing to mend. */
  static String verdict(List<Finding> findings) {
    Optional<Finding> failed =
        findings.stream().filter(finding -> finding.state() == State.FAILED).findFirst();
    if (failed.isPresent()) {
      Finding first = failed.get();
      String what = first.advice().lines().findFirst().orElse("");
      return "it does not work; mend first: %s: %s"
          .formatted(first.name(), what.isEmpty() ? lastLine(first.found()) : what);
    }
    if (is(findings, NameNodeCheck.NAME, State.LEFT_OUT)) {
      return "nothing was found wrong, but no HDFS was asked: the file system is none";
    }
    long warnings = findings.stream().filter(f -> f.state() == State.WARNING).count();
    return "it works: "
        + means(findings)
        + besides(findings)
        + (warnings == 0 ? "" : "; " + warnings + " warning(s)");
  }

  private static String besides(List<Finding> findings) {
    return findings.stream()
        .map(Finding::inVerdict)
        .filter(words -> !words.isEmpty())
        .map(words -> "; " + words)
        .collect(Collectors.joining());
  }

  private static String lastLine(String found) {
    return found.substring(found.lastIndexOf('\n') + 1).strip();
  }

  private static String means(List<Finding> findings) {
    boolean ours = is(findings, ReadCheck.NAME, State.OK);
    if (!ours && !is(findings, ReadCheck.NAME, State.WARNING)) {
      return "everything that was asked answers; nothing was written or read";
    }
    String reader = ours ? "" : " by the stock client";
    return is(findings, ParityCheck.NAME, State.OK)
        ? "a file was written, its parity cached, and read back" + reader
        : "a file was written and read back" + reader + ", without cached parity";
  }

  private static boolean is(List<Finding> findings, String name, State state) {
    return findings.stream().anyMatch(f -> f.name().equals(name) && f.state() == state);
  }

  /** All of it. */
  static String json(List<Finding> findings) {
    ObjectNode all = JsonNodeFactory.instance.objectNode();
    all.put("works", works(findings)).put("verdict", verdict(findings));
    ArrayNode checks = all.putArray("checks");
    for (Finding finding : findings) {
      checks
          .addObject()
          .put("name", finding.name())
          .put("state", finding.state().text())
          .put("found", finding.found())
          .put("advice", finding.advice());
    }
    return all.toPrettyString();
  }
}
