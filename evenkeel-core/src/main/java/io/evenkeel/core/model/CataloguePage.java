package io.evenkeel.core.model;

import java.util.List;

/**
 * Some of what is written down on a cache node. What comes or goes while it is read page by page
 * may be missing, and an entry may be on two pages.
 *
 * @param next where the next page begins; {@link #START} after the last one
 */
public record CataloguePage(List<CatalogueEntry> entries, String next) {
  /** Where the first page begins. */
  public static final String START = "0";

  public CataloguePage {
    entries = List.copyOf(entries);
  }

  public boolean isLast() {
    return next.equals(START);
  }
}
