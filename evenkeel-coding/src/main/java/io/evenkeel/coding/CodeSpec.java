package io.evenkeel.coding;

import java.util.Locale;
import java.util.Objects;

/**
 * Which code, with which parameters. The text form is the identity that is stored with coded data:
 * {@code none-8-0}, {@code xor-4-1}, {@code rs-10-4}, {@code lrc-6-2-2} (six data, two local and
 * two global parities).
 *
 * @param dataCount k, at least 1
 * @param parityCount m, local and global ones together; k + m is at most 255
 * @param localGroups the local parities of an LRC, 0 for the others
 */
public record CodeSpec(Scheme scheme, int dataCount, int parityCount, int localGroups) {
  /** The most fragments a code over GF(2^8) may have here. */
  public static final int TOTAL_MAX = 255;

  /** The kinds of code. */
  public enum Scheme {
    NONE,
    XOR,
    RS,
    LRC
  }

  public CodeSpec {
    Objects.requireNonNull(scheme, "scheme is null");
    if (dataCount < 1
        || parityCount < 0
        || parityCount > TOTAL_MAX - Math.min(dataCount, TOTAL_MAX)) {
      throw new IllegalArgumentException(
          "a code needs k >= 1, m >= 0 and k + m <= "
              + TOTAL_MAX
              + ", got k = "
              + dataCount
              + ", m = "
              + parityCount);
    }
    String lacks =
        switch (scheme) {
          case NONE -> parityCount == 0 && localGroups == 0 ? "" : "has no parity";
          case XOR -> parityCount == 1 && localGroups == 0 ? "" : "has one parity: xor-K-1";
          case RS -> parityCount >= 1 && localGroups == 0 ? "" : "has a parity or more: rs-K-M";
          case LRC ->
              localGroups >= 1 && localGroups <= parityCount && dataCount % localGroups == 0
                  ? ""
                  : "has groups alike, with a parity each: lrc-K-GROUPS-GLOBAL";
        };
    if (!lacks.isEmpty()) {
      throw new IllegalArgumentException(
          "%s %s, got k = %d, m = %d, groups = %d"
              .formatted(scheme, lacks, dataCount, parityCount, localGroups));
    }
  }

  /** The XOR code of k data and one parity. */
  public static CodeSpec xor(int dataCount) {
    return new CodeSpec(Scheme.XOR, dataCount, 1, 0);
  }

  /** The Reed-Solomon code of k data and m parities. */
  public static CodeSpec rs(int dataCount, int parityCount) {
    return new CodeSpec(Scheme.RS, dataCount, parityCount, 0);
  }

  /** A partition into k parts without redundancy. */
  public static CodeSpec none(int dataCount) {
    return new CodeSpec(Scheme.NONE, dataCount, 0, 0);
  }

  /** Reads the text form; anything else is an error that shows it. */
  public static CodeSpec parse(String text) {
    String[] parts = text.split("-", -1);
    String scheme = parts[0];
    int[] n = new int[parts.length - 1];
    try {
      for (int i = 0; i < n.length; i++) {
        n[i] = number(parts[1 + i]);
      }
      if (scheme.equals("lrc") && n.length == 3) {
        return new CodeSpec(Scheme.LRC, n[0], n[1] + n[2], n[1]);
      }
      if (n.length == 2
          && !scheme.equals("lrc")
          && scheme.equals(scheme.toLowerCase(Locale.ROOT))) {
        return new CodeSpec(Scheme.valueOf(scheme.toUpperCase(Locale.ROOT)), n[0], n[1], 0);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "no code '" + text + "': " + e.getMessage() + "; say for example xor-4-1 or rs-10-4", e);
    }
    throw new IllegalArgumentException(
        "no code '" + text + "'; say for example none-8-0, xor-4-1, rs-10-4 or lrc-6-2-2");
  }

  /** Up to three digits, written as {@link #toString} writes them: the text is an identity. */
  private static int number(String text) {
    if (!text.matches("0|[1-9][0-9]{0,2}")) {
      throw new IllegalArgumentException("'" + text + "' is no number from 0 to 999");
    }
    return Integer.parseInt(text);
  }

  /** k + m. */
  public int totalCount() {
    return dataCount + parityCount;
  }

  /** Whether some of these data are in the local group of that parity. */
  public boolean isLocalTo(int parity, IndexSet data) {
    int group = parity - dataCount;
    return group >= 0
        && group < localGroups
        && !data.filter(i -> i < dataCount && i / (dataCount / localGroups) == group).isEmpty();
  }

  @Override
  public String toString() {
    String name = scheme.name().toLowerCase(Locale.ROOT) + "-" + dataCount + "-";
    return scheme == Scheme.LRC
        ? name + localGroups + "-" + (parityCount - localGroups)
        : name + parityCount;
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof CodeSpec that
        && scheme == that.scheme
        && dataCount == that.dataCount
        && parityCount == that.parityCount
        && localGroups == that.localGroups;
  }

  @Override
  public int hashCode() {
    return ((31 * scheme.name().hashCode() + dataCount) * 31 + parityCount) * 31 + localGroups;
  }
}
