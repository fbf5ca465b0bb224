package io.evenkeel.cli.report;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/** Elements and text, well-formed as XML whatever the text is. */
final class Markup {
  /** Characters that no document may have, in whatever way they are written. */
  private static final Pattern NO_XML =
      Pattern.compile("[^\\t\\n\\r\\x20-\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /**
   * Begins an element.
   *
   * @param attributes names and values by turns
   */
  Markup open(String element, String... attributes) {
    start(element, attributes);
    out.append('>');
    open.push(element);
    return this;
  }

  /** Ends the element that was begun last. */
  Markup close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /** An element of text alone. */
  Markup leaf(String element, String text, String... attributes) {
    return open(element, attributes).text(text).close();
  }

  /** An element that never has content: of SVG, or a void one of HTML. */
  Markup empty(String element, String... attributes) {
    start(element, attributes);
    out.append("/>");
    return this;
  }

  Markup text(String text) {
    out.append(escaped(text));
    return this;
  }

  Markup line() {
    out.append('\n');
    return this;
  }

  private void start(String element, String... attributes) {
    if (attributes.length % 2 != 0) {
      throw new IllegalArgumentException("an attribute of " + element + " has no value");
    }
    out.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]).append("=\"");
      out.append(escaped(attributes[i + 1])).append('"');
    }
  }

  private static String escaped(String text) {
    return NO_XML
        .matcher(text)
        .replaceAll("?")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("\"", "&quot;");
  }

  /** All of it; every element was ended. */
  String end() {
    if (!open.isEmpty()) {
      throw new IllegalStateException("not ended: " + open);
    }
    return out.toString();
  }
}
