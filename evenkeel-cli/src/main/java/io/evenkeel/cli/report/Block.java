package io.evenkeel.cli.report;

/** A part of a section. */
public sealed interface Block permits Paragraph, Remarks, DataTable, Charts {
  /** Appends it. */
  void write(Markup to);
}
