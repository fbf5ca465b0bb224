package io.evenkeel.cli.report;

import java.util.List;

/** Sentences one below the other. */
public record Remarks(List<String> sentences) implements Block {
  public Remarks {
    sentences = List.copyOf(sentences);
  }

  @Override
  public void write(Markup to) {
    to.open("ul", "class", "remarks").line();
    for (String sentence : sentences) {
      to.leaf("li", sentence).line();
    }
    to.close().line();
  }
}
