package io.evenkeel.testing.engine;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.plan.Cursor;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import io.evenkeel.core.plan.ReadPlanner;
import io.evenkeel.core.plan.Step;
import io.evenkeel.core.plan.Wanted;
import io.evenkeel.core.port.Slice;
import java.util.ArrayList;
import java.util.List;

/** Plans whole substripes: of all blocks of a stripe at once, or of one block after the other. */
abstract class SubstripePlanner implements ReadPlanner {
  final SimulatedFile file;
  private final ByteRange range;
  private final boolean wide;

  SubstripePlanner(SimulatedFile file, ByteRange range, boolean wide) {
    this.file = file;
    this.range = range;
    this.wide = wide;
  }

  /** The ways to get the fragments of a substripe; equal arguments give equal answers. */
  abstract List<FragmentRead> reads(
      Stripe stripe, int substripe, IndexSet wanted, PlanContext context);

  @Override
  public Step plan(Cursor at, PlanContext context) {
    int step = at.step();
    for (int part = at.part(); part < file.stripes().size(); part++) {
      Stripe stripe = file.stripes().get(part);
      int substripes = stripe.geometry().substripeCount();
      int steps = wide ? substripes : substripes * stripe.geometry().blockCount();
      for (; step < steps; step++) {
        List<Wanted> wanted = wanted(stripe, step % substripes, wide ? -1 : step / substripes);
        if (!wanted.isEmpty()) {
          FragmentGroup group = group(stripe, step % substripes, wanted, context);
          return new Step.Group(part, group, new Cursor(part, step + 1));
        }
      }
      step = 0;
    }
    return new Step.End();
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
    IndexSet absent =
        IndexSet.range(0, file.code().dataCount())
            .filter(i -> geometry.subblockLengthBytes(i, substripe) == 0);
    IndexSet indexes = IndexSet.of(wanted.stream().mapToInt(Wanted::index).toArray());
    List<FragmentRead> reads =
        reads(stripe, substripe, indexes, context).stream()
            .filter(r -> !absent.contains(r.index()))
            .toList();
    return new FragmentGroup(
        file.code(), 0, geometry.parityLengthBytes(substripe), absent, reads, wanted);
  }

  FragmentRead read(Stripe stripe, int substripe, int index, Source source, Launch launch) {
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
