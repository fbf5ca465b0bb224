package io.evenkeel.client.file;

import io.evenkeel.core.model.BlockGroup;
import java.util.Optional;

/** The block groups of one open erasure-coded file, located one by one as needed. Thread-safe. */
public interface BlockGroups {
  /** What belonged to the file at the open. */
  long lengthBytes();

  /** The length of every group but the last. */
  long groupBytes();

  /** How long the cells of its rows are. */
  int cellBytes();

  /**
   * The group at a place.
   *
   * @return empty when it cannot be located now, or is none to read by lanes
   */
  Optional<BlockGroup> at(long position);
}
