package io.evenkeel.client.file;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockGroup;
import java.util.Optional;
import java.util.OptionalInt;

/** The block groups of one open erasure-coded file, located one by one as needed. Thread-safe. */
public interface BlockGroups {
  /** What belonged to the file at the open. */
  long lengthBytes();

  /** Of which code they are. */
  CodeSpec code();

  /** How long the cells of its rows are. */
  int cellBytes();

  /**
   * The group at a place, with its nodes as they are known to be now.
   *
   * @return empty when it cannot be located now, or is none to read by lanes
   */
  Optional<BlockGroup> at(long position);

  /**
   * Which one of the file's a group is that starts there, from 0; empty where that is not known: of
   * a file that was appended to, groups may start anywhere.
   */
  OptionalInt number(long fileOffset);
}
