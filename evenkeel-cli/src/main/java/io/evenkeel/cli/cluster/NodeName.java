package io.evenkeel.cli.cluster;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node as commands name it: {@code dn3} or just {@code 3}, {@code redis0}, {@code manager}. */
record NodeName(Kind kind, int index) {
  /** The nodes that commands can act on. */
  enum Kind {
    DATANODE("dn"),
    REDIS("redis"),
    MANAGER("manager");

    private final String prefix;

    Kind(String prefix) {
      this.prefix = prefix;
    }
  }

  private static final Pattern FORM = Pattern.compile("(dn|redis|)(\\d{1,4})");

  static NodeName parse(String text) {
    if (text.equals(Kind.MANAGER.prefix)) {
      return new NodeName(Kind.MANAGER, 0);
    }
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "expected a node such as dn3, redis0 or manager, found \"" + text + "\"");
    }
    Kind kind = matcher.group(1).equals(Kind.REDIS.prefix) ? Kind.REDIS : Kind.DATANODE;
    return new NodeName(kind, Integer.parseInt(matcher.group(2)));
  }

  /** The index of a DataNode; only those can be asked to {@code verb}. */
  int dataNode(String verb) {
    if (kind != Kind.DATANODE) {
      throw new IllegalArgumentException(
          "only a DataNode such as dn3 can be asked to " + verb + ", found " + this);
    }
    return index;
  }

  @Override
  public String toString() {
    return kind == Kind.MANAGER ? kind.prefix : kind.prefix + index;
  }
}
