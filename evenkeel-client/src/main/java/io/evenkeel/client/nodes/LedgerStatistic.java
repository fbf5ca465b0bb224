package io.evenkeel.client.nodes;

import io.evenkeel.client.nodes.LedgerBook.Totals;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * One of Evenkeel's statistics. docs/CONFIGURATION.md lists the same.
 *
 * @param meaning what is counted
 */
public record LedgerStatistic(String name, String meaning, ToLongFunction<Totals> of) {
  public static final LedgerStatistic REDIRECTED_ASKS =
      new LedgerStatistic(
          "evenkeel_redirected_asks",
          "How often other sources were asked instead of nodes that were known to be slow, dead or"
              + " busy.",
          totals -> totals.redirected().asks());
  public static final LedgerStatistic REDIRECTED_BYTES =
      new LedgerStatistic(
          "evenkeel_redirected_bytes",
          "How many bytes these were asked for.",
          totals -> totals.redirected().issuedBytes());
  public static final LedgerStatistic REDIRECTED_WON_BYTES =
      new LedgerStatistic(
          "evenkeel_redirected_won_bytes",
          "How many of these came and were used.",
          totals -> totals.redirected().wonBytes());
  public static final LedgerStatistic DUPLICATED_ASKS =
      new LedgerStatistic(
          "evenkeel_duplicated_asks",
          "How often other sources were asked beside nodes that were late and might still answer, or"
              + " a node only to try whether it is slow still.",
          totals -> totals.duplicated().asks());
  public static final LedgerStatistic DUPLICATED_BYTES =
      new LedgerStatistic(
          "evenkeel_duplicated_bytes",
          "How many bytes these were asked for.",
          totals -> totals.duplicated().issuedBytes());
  public static final LedgerStatistic DUPLICATED_WON_BYTES =
      new LedgerStatistic(
          "evenkeel_duplicated_won_bytes",
          "How many of these came and were used.",
          totals -> totals.duplicated().wonBytes());
  public static final LedgerStatistic DECODED_BYTES =
      new LedgerStatistic(
          "evenkeel_decoded_bytes",
          "How many bytes were computed from other blocks and parity; of replicated files also in"
              + " HDFS's own count of erasure-coded bytes.",
          Totals::decodedBytes);

  /** All of them, in the order of the documentation. */
  public static List<LedgerStatistic> all() {
    return List.of(
        REDIRECTED_ASKS,
        REDIRECTED_BYTES,
        REDIRECTED_WON_BYTES,
        DUPLICATED_ASKS,
        DUPLICATED_BYTES,
        DUPLICATED_WON_BYTES,
        DECODED_BYTES);
  }
}
