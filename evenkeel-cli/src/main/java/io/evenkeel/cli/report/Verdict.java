package io.evenkeel.cli.report;

/**
 * How a figure stands to one that is stated, or to a limit.
 *
 * @param reason why it differs; empty where it does not
 */
public record Verdict(Word word, String reason) {
  /** The verdict in a word. */
  public enum Word {
    REPRODUCED("reproduced"),
    BETTER("better"),
    WORSE("worse"),
    LOWER("lower"),
    HIGHER("higher"),
    DIFFERENT("differs"),
    /** What makes the difference is not in the model. */
    ABSENT("not modelled"),
    /** Nobody else has stated any. */
    OURS("ours"),
    /** Too little was run for any other. */
    TOO_FEW("sample too small"),
    HELD("holds"),
    NOT_HELD("does not hold");

    private final String text;

    Word(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  public static final Verdict OURS = new Verdict(Word.OURS, "");

  /**
   * Of a gain, of which more is better.
   *
   * @param near what differs by no more is the same
   * @param reason of a difference
   */
  public static Verdict ofGain(double gain, double stated, double near, String reason) {
    if (Math.abs(gain - stated) <= near) {
      return new Verdict(Word.REPRODUCED, "");
    }
    return new Verdict(gain > stated ? Word.BETTER : Word.WORSE, reason);
  }

  /**
   * Of figures that are as they happen to be, none better than another.
   *
   * @param least of them
   * @param most of them
   * @param reason of none being where the stated one is
   */
  public static Verdict ofInterval(double least, double most, double stated, String reason) {
    if (least <= stated && stated <= most) {
      return new Verdict(Word.REPRODUCED, "");
    }
    return new Verdict(most < stated ? Word.LOWER : Word.HIGHER, reason);
  }

  /**
   * Of a statement that is true or not.
   *
   * @param reason of its not being true
   */
  public static Verdict ofClaim(boolean isTrue, String reason) {
    return isTrue ? new Verdict(Word.REPRODUCED, "") : new Verdict(Word.DIFFERENT, reason);
  }

  /**
   * Of a limit.
   *
   * @param reason of its not being kept
   */
  public static Verdict ofLimit(boolean isKept, String reason) {
    return isKept ? new Verdict(Word.HELD, "") : new Verdict(Word.NOT_HELD, reason);
  }
}
