package io.evenkeel.core.fill;

import java.util.List;

/**
 * Which of the files that are written get parity. Of a file that does not, nobody outside hears.
 *
 * <p>A path here is absolute; an asterisk in it stands for anything within a name. It means what is
 * there and all that is beneath.
 *
 * @param minBytes shorter files get none; what fills a stripe is never too short
 * @param oneBlock whether stripes of one block get parity, which is a copy of that block
 * @param include the only paths whose files get parity, also when they are read; empty for all
 * @param exclude paths whose files get none, whatever is included
 */
public record WritePolicy(
    long minBytes, boolean oneBlock, List<String> include, List<String> exclude) {
  /** Every file and every stripe. */
  public static final WritePolicy ALL = new WritePolicy(0, true, List.of(), List.of());

  public WritePolicy {
    include = List.copyOf(include);
    exclude = List.copyOf(exclude);
    if (minBytes < 0) {
      throw new IllegalArgumentException("minBytes must be >= 0, got " + minBytes);
    }
    for (List<String> paths : List.of(include, exclude)) {
      for (String path : paths) {
        if (!path.startsWith("/")) {
          throw new IllegalArgumentException(
              "a path of HDFS starts with /, as /warehouse or /user/*/.staging; got " + path);
        }
      }
    }
  }

  /** Whether a file of this path may get parity. */
  public boolean covers(String path) {
    return (include.isEmpty() || isIn(include, path)) && !isIn(exclude, path);
  }

  private static boolean isIn(List<String> trees, String path) {
    if (trees.isEmpty()) {
      return false;
    }
    String[] names = names(path);
    return trees.stream().anyMatch(tree -> isIn(names(tree), names));
  }

  private static String[] names(String path) {
    String bare = path.replaceAll("/+", "/").replaceAll("^/|/$", "");
    return bare.isEmpty() ? new String[0] : bare.split("/", -1);
  }

  private static boolean isIn(String[] tree, String[] path) {
    if (tree.length > path.length) {
      return false;
    }
    for (int i = 0; i < tree.length; i++) {
      if (!fits(tree[i], path[i])) {
        return false;
      }
    }
    return true;
  }

  /** Without going back further than to the last asterisk: no pattern takes long. */
  private static boolean fits(String pattern, String name) {
    int p = 0;
    int star = -1;
    int resume = 0;
    int n = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '*') {
        star = p++;
        resume = n;
      } else if (p < pattern.length() && pattern.charAt(p) == name.charAt(n)) {
        p++;
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++resume;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '*') {
      p++;
    }
    return p == pattern.length();
  }

  /**
   * Whether a stripe is to get parity, as far as its file has come.
   *
   * @param fileBytes of the file so far
   * @param inStripe of these, in the stripe
   */
  public boolean wants(Cut cut, long fileBytes, long inStripe) {
    boolean longEnough = fileBytes >= Math.min(minBytes, cut.stripeBytes());
    boolean several = oneBlock || cut.code().dataCount() == 1 || inStripe > cut.firstBlockBytes();
    return inStripe > 0 && longEnough && several;
  }
}
