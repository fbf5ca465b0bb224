package io.evenkeel.cli.report;

import java.util.Locale;

/** What stands in one place of a table. */
public record Cell(String text, Look look) {
  /** How it is to be read. */
  public enum Look {
    NAME,
    NUMBER,
    /** A number that somebody else has stated. */
    STATED,
    PROSE,
    GOOD,
    BAD,
    NEUTRAL
  }

  /** What a row or a column is called. */
  public static Cell name(String text) {
    return new Cell(text, Look.NAME);
  }

  /** A number as it is. */
  public static Cell number(String text) {
    return new Cell(text, Look.NUMBER);
  }

  /** A number by a format; nothing if it is not one. */
  public static Cell number(String format, double value) {
    return number(text(format, value));
  }

  /** The same of a number that somebody else has stated. */
  public static Cell stated(String format, double value) {
    return new Cell(text(format, value), Look.STATED);
  }

  /** A sentence. */
  public static Cell prose(String text) {
    return new Cell(text, Look.PROSE);
  }

  /** The word of a verdict. */
  public static Cell of(Verdict verdict) {
    Look look =
        switch (verdict.word()) {
          case REPRODUCED, BETTER, HELD -> Look.GOOD;
          case WORSE, NOT_HELD -> Look.BAD;
          case LOWER, HIGHER, DIFFERENT, ABSENT, OURS, TOO_FEW -> Look.NEUTRAL;
        };
    return new Cell(verdict.word().text(), look);
  }

  private static String text(String format, double value) {
    return Double.isNaN(value) ? "" : String.format(Locale.ROOT, format, value);
  }

  boolean isNumber() {
    return look == Look.NUMBER || look == Look.STATED;
  }

  void write(Markup to) {
    to.open("td", "class", look.name().toLowerCase(Locale.ROOT));
    to.leaf("span", text).close();
  }
}
