package io.evenkeel.manager;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The known stripes by the first node that holds each of their blocks, which is the one with the
 * smallest number, in whatever order replicas are told. Whoever holds all replicas of a block holds
 * its first, so what some nodes touch is found by looking at these nodes alone. An entry is a
 * reference; one that has become wrong, for the stripe has moved or is forgotten, stays until there
 * are as many wrong ones as right ones.
 */
final class FirstHolders {
  private static final int FIRST_ENTRIES = 4;
  private static final int FEW_ENTRIES = 1024;
  private KnownStripe[][] rows = {};
  private int[] sizes = {};
  private long entries;
  private long right;

  /** A stripe's replicas are known, or others than before. */
  void placed(byte[] replicasBefore, KnownStripe stripe) {
    BitSet before = StripeCodec.firstHolders(replicasBefore);
    BitSet now = StripeCodec.firstHolders(stripe.replicas);
    right += now.cardinality() - before.cardinality();
    now.andNot(before);
    now.stream().forEach(node -> add(node, stripe));
    if (entries > 2 * right + FEW_ENTRIES) {
      clean();
    }
  }

  private void add(int node, KnownStripe stripe) {
    if (node >= rows.length) {
      rows = Arrays.copyOf(rows, node + node / 2 + 1);
      sizes = Arrays.copyOf(sizes, rows.length);
    }
    KnownStripe[] row = rows[node] == null ? new KnownStripe[FIRST_ENTRIES] : rows[node];
    int size = sizes[node]++;
    rows[node] = size < row.length ? row : Arrays.copyOf(row, size + size / 4 + 1);
    rows[node][size] = stripe;
    entries++;
  }

  private void clean() {
    entries = 0;
    for (int node = 0; node < rows.length; node++) {
      Set<KnownStripe> kept = new LinkedHashSet<>();
      forEach(node, kept::add);
      rows[node] = kept.isEmpty() ? null : kept.toArray(new KnownStripe[0]);
      sizes[node] = kept.size();
      entries += kept.size();
    }
  }

  private void forEach(int node, Consumer<KnownStripe> each) {
    for (int at = 0; node < rows.length && at < sizes[node]; at++) {
      KnownStripe stripe = rows[node][at];
      if (StripeCodec.firstHolders(stripe.replicas).get(node)) {
        each.accept(stripe);
      }
    }
  }

  /** All stripes of which one of these nodes is the first to hold a block; some more than once. */
  List<KnownStripe> on(BitSet nodes) {
    List<KnownStripe> stripes = new ArrayList<>();
    nodes.stream().forEach(node -> forEach(node, stripes::add));
    return stripes;
  }

  /** Throws unless exactly these stripes are found, and not much besides is kept. */
  void check(List<KnownStripe> known) {
    long expected = 0;
    for (KnownStripe stripe : known) {
      expected += StripeCodec.firstHolders(stripe.replicas).cardinality();
    }
    long found = 0;
    long kept = 0;
    Set<KnownStripe> all = new LinkedHashSet<>(known);
    for (int node = 0; node < rows.length; node++) {
      Set<KnownStripe> here = new LinkedHashSet<>();
      forEach(node, here::add);
      found += here.size();
      kept += sizes[node];
      if (!all.containsAll(here)) {
        throw new IllegalStateException("node " + node + " holds stripes that are not known");
      }
    }
    if (found != expected
        || right != expected
        || kept != entries
        || kept > 2 * right + FEW_ENTRIES) {
      throw new IllegalStateException(
          "%d first holders are found of %d, %d are accounted for; %d entries are kept, not %d"
              .formatted(found, expected, right, kept, entries));
    }
  }
}
