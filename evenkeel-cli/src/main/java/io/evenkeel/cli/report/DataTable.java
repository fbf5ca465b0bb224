package io.evenkeel.cli.report;

import java.util.List;

/**
 * A table.
 *
 * @param caption what it is of
 * @param head the columns' names
 * @param rows as many cells each
 */
public record DataTable(String caption, List<String> head, List<List<Cell>> rows) implements Block {
  public DataTable {
    head = List.copyOf(head);
    rows = rows.stream().map(List::copyOf).toList();
    for (List<Cell> row : rows) {
      if (row.size() != head.size()) {
        throw new IllegalArgumentException(
            "a row has a cell for each of " + head + ", got " + row.size() + " in " + row);
      }
    }
  }

  @Override
  public void write(Markup to) {
    to.open("div", "class", "wide", "tabindex", "0").open("table").line();
    to.leaf("caption", caption).line();
    to.open("thead").open("tr");
    for (int i = 0; i < head.size(); i++) {
      boolean isNumber = !rows.isEmpty() && rows.get(0).get(i).isNumber();
      to.leaf("th", head.get(i), "scope", "col", "class", isNumber ? "number" : "name");
    }
    to.close().close().line().open("tbody").line();
    for (List<Cell> row : rows) {
      to.open("tr");
      row.forEach(cell -> cell.write(to));
      to.close().line();
    }
    to.close().close().close().line();
  }
}
