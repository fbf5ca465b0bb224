package io.evenkeel.cli.report;

/** Some sentences. */
public record Paragraph(String text) implements Block {
  @Override
  public void write(Markup to) {
    to.leaf("p", text).line();
  }
}
