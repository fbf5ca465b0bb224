package io.evenkeel.cli.doctor;

import io.evenkeel.core.log.OthersText;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a check has found. Much of it was said by others: it is shown without characters that a
 * terminal obeys, without what a URI has before an @, and in lines of bounded length.
 *
 * @param name the check's
 * @param found what there is, or why nothing was asked; lines of text
 * @param advice what to do about it; lines of text, empty where there is nothing to do
 * @param inVerdict what the last line says of it where all works; empty for nothing
 */
record Finding(String name, State state, String found, String advice, String inVerdict) {
  private static final int LINE_CHARS_MAX = 500;

  Finding {
    found = shown(found);
    advice = shown(advice);
    inVerdict = shown(inVerdict);
  }

  private static String shown(String text) {
    return Stream.of(text.replaceAll("://\\S*@", "://***@").split("\n"))
        .map(line -> OthersText.oneLine(line, LINE_CHARS_MAX))
        .collect(Collectors.joining("\n"));
  }

  static Finding ok(String name, String found) {
    return new Finding(name, State.OK, found, "", "");
  }

  static Finding warning(String name, String found, String advice) {
    return new Finding(name, State.WARNING, found, advice, "");
  }

  static Finding failed(String name, String found, String advice) {
    return new Finding(name, State.FAILED, found, advice, "");
  }

  static Finding leftOut(String name, String why) {
    return leftOut(name, why, "");
  }

  static Finding leftOut(String name, String why, String advice) {
    return new Finding(name, State.LEFT_OUT, why, advice, "");
  }

  /** The same, of which the last line says this where all works. */
  Finding sayingInVerdict(String words) {
    return new Finding(name, state, found, advice, words);
  }
}
