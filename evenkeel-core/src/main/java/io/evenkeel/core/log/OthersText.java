package io.evenkeel.core.log;

/**
 * What others said and we show: paths, reasons, answers. On a line of its own it makes no second
 * one, gives a terminal no orders, and fills no disk.
 */
public final class OthersText {
  private static final String OBEYED = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]";
  private static final String CUT = "...";

  private OthersText() {}

  /** Without characters that a terminal or a log obeys. */
  public static String oneLine(String text) {
    return text.replaceAll(OBEYED, "?");
  }

  /**
   * And cut where it is longer.
   *
   * @param charsMax of what is kept, the dots that show the cut not counted
   */
  public static String oneLine(String text, int charsMax) {
    return text.length() <= charsMax ? oneLine(text) : oneLine(text.substring(0, charsMax)) + CUT;
  }
}
