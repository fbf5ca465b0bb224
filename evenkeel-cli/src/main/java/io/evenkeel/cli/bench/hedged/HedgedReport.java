package io.evenkeel.cli.bench.hedged;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.cli.bench.BenchResult;
import io.evenkeel.command.Machine;
import io.evenkeel.command.WrappedText;
import java.util.List;
import java.util.Locale;

/** The result, for people and for programs. */
record HedgedReport(String command, Machine machine, List<HedgedReads> results) {
  private static final String NOTES =
      "whole: the file, in blocks of 4 MiB, by positional reads of 1 MiB (HDFS hedges no others),"
          + " and by a stream; small: 64 KiB anywhere, blocks of 1 MiB. One read at a time; clients"
          + " by turns. Sent: by DataNodes, packet headers included. * of Evenkeel's: past the"
          + " fault, a hedged client has a lower p99. hangs: then a read had not ended after two"
          + " minutes, and no more were made.";

  String table() {
    StringBuilder out = new StringBuilder();
    out.append(command).append('\n').append(machine.text()).append("\n\n");
    out.append(
        String.format(
            Locale.ROOT,
            "%d MiB, %d replicas, six DataNodes at %d MiB/s; reads in ms%n%n",
            HedgedBench.FILE_MIB,
            HedgedBench.REPLICATION,
            HedgedBench.RATE_MIB_PER_SECOND));
    out.append(
        String.format(
            "%-18s %6s %8s %8s %8s %8s %12s%n",
            "row, client", "reads", "first", "median", "p99", "longest", "sent / asked"));
    String part = "";
    for (HedgedReads reads : results) {
      String now = reads.row().name() + ", " + reads.phase();
      if (!now.equals(part)) {
        part = now;
        out.append(part).append('\n');
      }
      out.append(
          String.format(
              Locale.ROOT,
              "  %-16s %6d %8.1f %8.1f %8.1f %8.1f %8.2f%s%n",
              reads.client(),
              reads.nanos().size(),
              reads.firstMillis(),
              reads.medianMillis(),
              reads.millis(.99),
              reads.millis(1),
              reads.sentRatio(),
              note(reads)));
    }
    return out.append('\n').append(WrappedText.text(NOTES)).toString();
  }

  private String note(HedgedReads reads) {
    if (reads.hangs()) {
      return " hangs";
    }
    return isBeaten(reads) ? " *" : "";
  }

  /** Whether a hedged client does better than this one of Evenkeel's. */
  private boolean isBeaten(HedgedReads own) {
    return own.client().startsWith(HedgedClients.OWN)
        && !own.phase().equals(HedgedBench.HEALTHY)
        && results.stream()
            .filter(other -> other.row().equals(own.row()) && other.phase().equals(own.phase()))
            .filter(other -> other.client().startsWith(HedgedClients.HEDGED) && !other.hangs())
            .anyMatch(other -> other.millis(.99) < own.millis(.99));
  }

  /** Every single read in microseconds, in their order. */
  String json() {
    ObjectNode top = BenchResult.tree();
    top.put("command", command);
    machine.addTo(top.putObject("machine"));
    ArrayNode rows = top.putArray("rows");
    for (HedgedReads reads : results) {
      ObjectNode row = rows.addObject();
      row.put("row", reads.row().name()).put("phase", reads.phase());
      row.put("client", reads.client());
      row.put("askedBytes", reads.askedBytes()).put("sentBytes", reads.sentBytes());
      row.put("hangs", reads.hangs());
      ArrayNode micros = row.putArray("micros");
      reads.nanos().forEach(nanos -> micros.add(nanos / 1000));
    }
    return top.toPrettyString();
  }
}
