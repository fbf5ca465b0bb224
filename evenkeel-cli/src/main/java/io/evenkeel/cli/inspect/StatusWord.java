package io.evenkeel.cli.inspect;

import io.evenkeel.command.WrappedText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What {@code status} shows, each with the one sentence that its help and OPERATING have of it.
 *
 * @param word as the text has it
 * @param meaning what it is
 * @param fields which fields of {@code --json} it is
 */
record StatusWord(String word, String meaning, List<String> fields) {
  private static final int WORD_COLUMNS = 13;

  /** One less than the help has: a line that fills it is broken. */
  private static final int COLUMNS = 79;

  private StatusWord(String word, String meaning, String... fields) {
    this(word, meaning, List.of(fields));
  }

  /** In the order of the text. */
  static List<StatusWord> all() {
    return List.of(
        new StatusWord(
            "incarnation", "one life of the manager: another one after each start", "incarnation"),
        new StatusWord(
            "clients",
            "shown only while the manager tells all clients to be off; for programs:"
                + " GET /v1/clients"),
        new StatusWord(
            "policy",
            "what decides which parity is cached; csac is POCache's, by costs and stragglers;"
                + " behind it stand the preset (--policy; nothing where other options have changed"
                + " it) and what it comes to",
            "policy.name"),
        new StatusWord(
            "cached",
            "stripes with stored parity, of what all cache nodes together may hold",
            "publishedStripes",
            "publishedBytes",
            "capacityBytes"),
        new StatusWord(
            "time to live",
            "how long parity stays that its manager does not renew",
            "timeToLiveSeconds"),
        new StatusWord(
            "reserved",
            "stripes with room for parity that is being made",
            "reservedStripes",
            "reservedBytes"),
        new StatusWord(
            "evicted",
            "stripes whose parity gave way to others, since the start; without gone ones",
            "evictedStripes"),
        new StatusWord(
            "refused",
            "requests for room for a stripe's parity that were not granted, since the start",
            "refusedReservations"),
        new StatusWord(
            "lapsed",
            "since the start, room that was granted and taken back, for its parity was not published"
                + " in its lease: whoever was to write or make it died, was suspended, or"
                + " rested",
            "lapsedReservations"),
        new StatusWord(
            "lost",
            "since the start, stripes whose parity was published and is not on a cache node, or"
                + " could not be renewed in its time to live: Redis was started anew, evicts by"
                + " itself or does not answer, or whoever published it had not stored it",
            "lostStripes"),
        new StatusWord(
            "known",
            "stripes that were read or written lately, cached or not",
            "policy.knownStripes"),
        new StatusWord(
            "gone",
            "deleted, or overwritten: their parity goes for whoever needs the room from 15 seconds"
                + " on, or in a third of the time to live, unless it is read",
            "doubtedStripes",
            "doubtedBytes"),
        new StatusWord(
            "hits",
            "reads of a stripe that were told of cached parity, of all that asked, and the same of"
                + " stripes that a straggler touches",
            "ticketHits",
            "ticketRequests",
            "policy.stragglerHits",
            "policy.stragglerRequests"),
        new StatusWord(
            "misses",
            "those of them that a straggler touches and that were told of none, of all that asked:"
                + " POCache's straggler hit ratio, the lower the better"),
        new StatusWord(
            "fills",
            "parity that is made because it is wanted, not by a writer: how many stripes wait for"
                + " it, have it made, were done and have failed, since the start",
            "policy.wantedFills",
            "policy.runningFills",
            "policy.doneFills",
            "policy.failedFills"),
        new StatusWord(
            "prefetched",
            "cached stripes whose parity was made because a straggler touched them, asked for or not",
            "policy.prefetchedStripes"),
        new StatusWord(
            "redirected",
            "bytes asked of other nodes instead of a slow, dead or busy one",
            "load.nodes.redirected"),
        new StatusWord(
            "duplicated",
            "bytes asked beside a late node, which might still answer",
            "load.nodes.duplicated"),
        new StatusWord(
            "cache nodes",
            "what each holds of what it may, and whether it answers",
            "nodes.node",
            "nodes.usedBytes",
            "nodes.capacityBytes",
            "nodes.reachable"),
        new StatusWord(
            "by",
            "the rule that compares the nodes' rates, and a note where stragglers may go unseen",
            "load.detector",
            "load.caveat"),
        new StatusWord(
            "rates",
            "how fast a storage node served what was read from it in the last minute, or in what"
                + " --window-seconds of the manager says",
            "load.nodes.node",
            "load.nodes.bytesPerSecond",
            "load.nodes.windowBytes"),
        new StatusWord(
            "queued",
            "bytes that clients have asked of a node and not got yet, as they told last",
            "load.nodes.queuedBytes"),
        new StatusWord(
            "straggler",
            "a node that two witnesses found slow, with what they saw; a suspect is one that a"
                + " single one did",
            "load.nodes.straggler",
            "load.nodes.reason"));
  }

  /** The words in two columns, which fit into eighty together. */
  static String[] footer() {
    List<String> lines = new ArrayList<>(List.of("", "Words:"));
    for (StatusWord each : all()) {
      String start = String.format(Locale.ROOT, "  %-" + WORD_COLUMNS + "s", each.word);
      lines.addAll(WrappedText.lines(start, " ".repeat(start.length()), each.meaning, COLUMNS));
    }
    return lines.toArray(String[]::new);
  }
}
