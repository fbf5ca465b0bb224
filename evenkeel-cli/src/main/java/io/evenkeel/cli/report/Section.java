package io.evenkeel.cli.report;

import java.util.List;

/** A heading and what is below it. */
public record Section(String title, List<Block> blocks) {
  public Section {
    blocks = List.copyOf(blocks);
  }

  void write(Markup to) {
    to.open("section").line().leaf("h2", title).line();
    blocks.forEach(block -> block.write(to));
    to.close().line();
  }
}
