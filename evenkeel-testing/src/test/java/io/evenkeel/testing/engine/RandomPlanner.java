package io.evenkeel.testing.engine;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.FileTicket;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.core.plan.PlanContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * Any shape: reads in any order with any launches. The same substripe always has the same shape,
 * plus the parity once there is a ticket.
 */
final class RandomPlanner extends SubstripePlanner {
  private static final int STYLES = 5;

  private final long seed;
  private final Supplier<FileTicket> tickets;

  RandomPlanner(
      SimulatedFile file, ByteRange range, long seed, boolean wide, Supplier<FileTicket> tickets) {
    super(file, range, wide);
    this.seed = seed;
    this.tickets = tickets;
  }

  @Override
  List<FragmentRead> reads(Stripe stripe, int substripe, IndexSet wanted, PlanContext context) {
    SplittableRandom random =
        new SplittableRandom(seed * 31 + stripe.number() * 1_000_003L + substripe * 7919L);
    int style = random.nextInt(STYLES);
    List<FragmentRead> reads = new ArrayList<>();
    for (int i = 0; i < stripe.geometry().blockCount(); i++) {
      for (NodeId node : stripe.replicas().get(i)) {
        Launch launch = launch(style, wanted.contains(i), random);
        if (stripe.geometry().subblockLengthBytes(i, substripe) > 0) {
          Source source = file.block(stripe.number(), i, node);
          reads.add(read(stripe, substripe, i, source, launch));
        }
      }
    }
    Optional<FragmentTicket> ticket = tickets.get().stripe(stripe.version());
    for (int i = file.code().dataCount(); i < file.code().totalCount(); i++) {
      Launch launch = launch(style, false, random);
      if (ticket.isPresent()) {
        Source source = ticket.get().sources(i).get(0);
        reads.add(read(stripe, substripe, i, source, launch));
        if (random.nextInt(4) == 0) {
          Source second = file.cached(stripe.number(), i, SimulatedFile.cacheNode(9));
          reads.add(read(stripe, substripe, i, second, launch(style, false, random)));
        }
      }
    }
    if (style == STYLES - 1) {
      shuffle(reads, random);
    }
    return reads;
  }

  private static Launch launch(int style, boolean wanted, SplittableRandom random) {
    int any = random.nextInt(4);
    Launch delayed = Launch.after(random.nextInt(20_000_000));
    return switch (style) {
      case 0 -> wanted ? Launch.NOW : Launch.WHEN_LATE;
      case 1 -> Launch.NOW;
      case 2 -> wanted ? Launch.WHEN_FAILED : Launch.NOW;
      case 3 -> wanted ? Launch.NOW : delayed;
      default -> new Launch[] {Launch.NOW, Launch.WHEN_LATE, Launch.WHEN_FAILED, delayed}[any];
    };
  }

  private static void shuffle(List<FragmentRead> reads, SplittableRandom random) {
    for (int i = reads.size() - 1; i > 0; i--) {
      int j = random.nextInt(i + 1);
      FragmentRead swapped = reads.set(i, reads.get(j));
      reads.set(j, swapped);
    }
  }
}
