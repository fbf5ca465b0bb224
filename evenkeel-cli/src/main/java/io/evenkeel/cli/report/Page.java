package io.evenkeel.cli.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A page of its own: nothing is loaded, nothing is run, and the same content gives the same bytes.
 * Light or dark as the reader's system is. Well-formed as XML, too.
 *
 * @param lead what it is about, in a sentence or two
 * @param footer how it was made
 */
public record Page(String title, String lead, List<Section> sections, String footer) {
  public Page {
    sections = List.copyOf(sections);
  }

  /** The file's content, in UTF-8. */
  public String html() {
    Markup to = new Markup();
    to.open("html", "lang", "en").line();
    to.open("head").line();
    to.empty("meta", "charset", "utf-8").line();
    to.empty("meta", "name", "viewport", "content", "width=device-width, initial-scale=1").line();
    to.empty("meta", "name", "color-scheme", "content", "light dark").line();
    to.leaf("title", title).line();
    to.leaf("style", style()).line();
    to.close().line();
    to.open("body").line().open("main").line();
    to.leaf("h1", title).line();
    to.leaf("p", lead, "class", "lead").line();
    sections.forEach(section -> section.write(to));
    to.leaf("footer", footer).line();
    to.close().line().close().line().close().line();
    return "<!DOCTYPE html>\n" + to.end();
  }

  private static String style() {
    try (InputStream in = Page.class.getResourceAsStream("page.css")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("the style of pages cannot be read", e);
    }
  }
}
