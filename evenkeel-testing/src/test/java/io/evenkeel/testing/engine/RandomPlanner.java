package io.evenkeel.testing.engine;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.ParityTicket;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlan;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.Slice;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Plans whole substripes in any shape: reads in any order with any launches. The same cursor always
 * gives the same shape, plus the parity once there is a ticket.
 */
final class RandomPlanner implements ReadPlanner {
  private static final int STYLES = 5;

  private final SimulatedFile file;
  private final ByteRange range;
  private final long seed;
  private final boolean wide;

  RandomPlanner(SimulatedFile file, ByteRange range, long seed, boolean wide) {
    this.file = file;
    this.range = range;
    this.seed = seed;
    this.wide = wide;
  }

  @Override
  public ReadPlan plan(ReadPlan.Cursor cursor, int maxGroups, PlanContext context) {
    Stripe stripe = file.stripes().get(cursor.stripe());
    int substripes = stripe.geometry().substripeCount();
    int steps = wide ? substripes : substripes * stripe.geometry().blockCount();
    List<FragmentGroup> groups = new ArrayList<>();
    int step = cursor.step();
    for (; step < steps && groups.size() < maxGroups; step++) {
      int block = wide ? -1 : step / substripes;
      List<Wanted> wanted = wanted(stripe, step % substripes, block);
      if (!wanted.isEmpty()) {
        groups.add(group(stripe, step % substripes, wanted, context));
      }
    }
    boolean last = cursor.stripe() + 1 == file.stripes().size();
    ReadPlan.Cursor following = last ? null : new ReadPlan.Cursor(cursor.stripe() + 1, 0);
    return new ReadPlan(
        groups, step < steps ? new ReadPlan.Cursor(cursor.stripe(), step) : following);
  }

  private List<Wanted> wanted(Stripe stripe, int substripe, int onlyBlock) {
    List<Wanted> wanted = new ArrayList<>();
    StripeGeometry geometry = stripe.geometry();
    for (int i = 0; i < geometry.blockCount(); i++) {
      int length = geometry.subblockLengthBytes(i, substripe);
      long start = stripe.blockOffset(i) + (long) substripe * geometry.subblockBytes();
      ByteRange part = ByteRange.of(start, length).intersect(range);
      if (!part.isEmpty() && (onlyBlock < 0 || onlyBlock == i)) {
        wanted.add(new Wanted(i, length, (int) (part.start() - start), part));
      }
    }
    return wanted;
  }

  private FragmentGroup group(
      Stripe stripe, int substripe, List<Wanted> wanted, PlanContext context) {
    StripeGeometry geometry = stripe.geometry();
    SplittableRandom random =
        new SplittableRandom(seed * 31 + stripe.number() * 1_000_003L + substripe * 7919L);
    IndexSet wantedIndexes = IndexSet.of(wanted.stream().mapToInt(Wanted::index).toArray());
    int style = random.nextInt(STYLES);
    List<FragmentRead> reads = new ArrayList<>();
    IndexSet absent = IndexSet.empty();
    for (int i = 0; i < file.code().dataCount(); i++) {
      if (geometry.subblockLengthBytes(i, substripe) == 0) {
        absent = absent.with(i);
      } else {
        for (NodeId node : stripe.replicas().get(i)) {
          Launch launch = launch(style, wantedIndexes.contains(i), random);
          reads.add(read(stripe, substripe, i, file.block(stripe.number(), i, node), launch));
        }
      }
    }
    Optional<ParityTicket> ticket = context.ticket().stripe(stripe.version());
    for (int i = file.code().dataCount(); i < file.code().totalCount(); i++) {
      Launch launch = launch(style, false, random);
      if (ticket.isPresent()) {
        NodeId node = ticket.get().nodes().get(i - file.code().dataCount());
        Source source = file.cached(stripe.number(), i, node);
        reads.add(read(stripe, substripe, i, source, launch));
      }
    }
    if (style == STYLES - 1) {
      shuffle(reads, random);
    }
    return new FragmentGroup(
        file.code(), 0, geometry.parityLengthBytes(substripe), absent, reads, wanted);
  }

  private static Launch launch(int style, boolean wanted, SplittableRandom random) {
    int any = random.nextInt(4);
    long delay = random.nextInt(20_000_000);
    return switch (style) {
      case 0 -> wanted ? Launch.NOW : Launch.WHEN_LATE;
      case 1 -> Launch.NOW;
      case 2 -> wanted ? Launch.WHEN_FAILED : Launch.NOW;
      case 3 -> wanted ? Launch.NOW : Launch.after(delay);
      default ->
          any == 0
              ? Launch.NOW
              : any == 1 ? Launch.WHEN_LATE : any == 2 ? Launch.WHEN_FAILED : Launch.after(delay);
    };
  }

  private static void shuffle(List<FragmentRead> reads, SplittableRandom random) {
    for (int i = reads.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      FragmentRead swapped = reads.set(i, reads.get(j));
      reads.set(j, swapped);
    }
  }

  private FragmentRead read(Stripe stripe, int substripe, int index, Source source, Launch launch) {
    StripeGeometry geometry = stripe.geometry();
    boolean data = index < file.code().dataCount();
    int length =
        data
            ? geometry.subblockLengthBytes(index, substripe)
            : geometry.parityLengthBytes(substripe);
    Slice slice = new Slice(substripe, (long) substripe * geometry.subblockBytes(), length);
    long end = geometry.blockLengthBytes().get(data ? index : 0);
    return new FragmentRead(index, source, slice, launch, end);
  }
}
