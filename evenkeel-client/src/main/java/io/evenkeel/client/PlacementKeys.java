package io.evenkeel.client;

import java.util.List;

/**
 * Every configuration key of the NameNode, whose block placement may be Evenkeel's; clients often
 * have the same configuration. docs/CONFIGURATION.md lists the same.
 */
public final class PlacementKeys {
  public static final EvenkeelKeys.Key WIDTH =
      new EvenkeelKeys.Key(
          "evenkeel.placement.width",
          "4",
          "How many consecutive blocks of a file are kept on distinct nodes: k of the layout, at most"
              + " the number of DataNodes less 2.");
  public static final EvenkeelKeys.Key FILES =
      new EvenkeelKeys.Key(
          "evenkeel.placement.files",
          "10000",
          "How many files being written are remembered at most.");

  private static final List<EvenkeelKeys.Key> ALL = List.of(WIDTH, FILES);

  private PlacementKeys() {}

  public static List<EvenkeelKeys.Key> all() {
    return ALL;
  }
}
