package io.evenkeel.testing.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.engine.GroupTracker;
import io.evenkeel.core.engine.GroupTracker.State;
import io.evenkeel.core.engine.GroupTracker.Status;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import io.evenkeel.seeds.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Random events, and after each of them the tracker compared with its definition. */
class GroupTrackerSeedsTest {
  private static final String[] CODES = {"none-3-0", "xor-3-1", "rs-3-2", "rs-2-3", "lrc-6-2-2"};

  @Test
  void tracker_agreesWithItsDefinitionAfterAnyEvents() {
    Seeds.run(GroupTrackerSeedsTest.class, 10_000, seed -> new Reconciler(seed).run());
  }

  /** The definition: plain sets, worked out anew each time. */
  private static final class Reconciler {
    private final SplittableRandom random;
    private final FragmentGroup group;
    private final GroupTracker tracker;
    private final int reads;
    private final Set<Integer> asked = new HashSet<>();
    private final Set<Integer> kept = new HashSet<>();
    private final Set<Integer> gone = new HashSet<>();
    private final Set<Integer> late = new HashSet<>();
    private boolean stopped;

    Reconciler(long seed) {
      random = new SplittableRandom(seed);
      String code = CODES[random.nextInt(CODES.length)];
      int dataCount = code.charAt(code.indexOf('-') + 1) - '0';
      int total = code.chars().filter(c -> c >= '0' && c <= '9').map(c -> c - '0').sum();
      IndexSet absent = random.nextInt(3) == 0 ? IndexSet.of(dataCount - 1) : IndexSet.empty();
      int[] indexes =
          IntStream.range(0, random.nextInt(2 * total))
              .map(i -> random.nextInt(total))
              .filter(i -> !absent.contains(i))
              .toArray();
      reads = indexes.length;
      List<Launch> launches = new ArrayList<>();
      for (int i = 0; i < reads; i++) {
        Launch[] any = {Launch.NOW, Launch.WHEN_LATE, Launch.WHEN_FAILED, Launch.after(1)};
        launches.add(any[random.nextInt(any.length)]);
      }
      IndexSet wanted =
          random.nextBoolean() ? IndexSet.of(0) : IndexSet.range(0, dataCount).minus(absent);
      group = GroupTrackerTest.group(code, absent, wanted, indexes, launches);
      tracker = new GroupTracker(group);
    }

    void run() {
      took(tracker.start());
      check(true);
      for (int event = 0; event < 40 && !stopped && reads > 0; event++) {
        int read = random.nextInt(reads);
        switch (random.nextInt(5)) {
          case 0 -> arrive(read);
          case 4 -> park(read);
          case 1 -> fail(read);
          case 2 -> beLate(read);
          default -> due(read);
        }
      }
    }

    private int index(int read) {
      return group.reads().get(read).index();
    }

    private boolean isOut(int read) {
      return asked.contains(read) && !kept.contains(read) && !gone.contains(read);
    }

    private IndexSet indexes(IntPredicate which) {
      IndexSet indexes = group.absent();
      for (int i = 0; i < reads; i++) {
        indexes = which.test(i) ? indexes.with(index(i)) : indexes;
      }
      return indexes;
    }

    private boolean suffices(IndexSet indexes) {
      return group.code().canRecover(indexes, group.wantedIndexes());
    }

    private void took(List<Integer> asks) {
      for (int read : asks) {
        assertThat(asked.add(read)).as("read %d is asked once", read).isTrue();
      }
    }

    private void arrive(int read) {
      IndexSet there = indexes(kept::contains);
      boolean news = isOut(read) && !suffices(there) && !there.contains(index(read));
      if (isOut(read)) {
        (news ? kept : gone).add(read);
      }
      assertThat(tracker.arrived(read)).isEqualTo(news);
      check(false);
      if (tracker.status() == Status.COMPLETE && random.nextInt(3) == 0) {
        reject();
      }
    }

    private void reject() {
      List<Integer> wrong = kept.stream().filter(r -> random.nextBoolean()).toList();
      if (!wrong.isEmpty()) {
        wrong.forEach(kept::remove);
        gone.addAll(wrong);
        took(tracker.rejected(wrong));
        check(true);
      }
    }

    private void fail(int read) {
      if (isOut(read)) {
        gone.add(read);
        took(tracker.failed(read));
        check(true);
      }
    }

    private void park(int read) {
      if (isOut(read) && tracker.canSpare(List.of(read))) {
        tracker.parked(read);
        // As if it had never been asked, but that it may be asked whatever its launch.
        asked.remove(read);
        late.remove(read);
        check(false);
      }
    }

    private void beLate(int read) {
      if (isOut(read) && !suffices(indexes(kept::contains))) {
        late.add(read);
      }
      IndexSet avoided =
          random.nextBoolean() ? IndexSet.empty() : IndexSet.of(random.nextInt(reads));
      Predicate<FragmentRead> avoids =
          r -> avoided.filter(i -> group.reads().get(i).equals(r)).size() > 0;
      boolean isOfUse = helps(r -> !avoided.contains(r));
      boolean isEnough = isOut(read) && isEnoughWithoutLate(r -> !avoided.contains(r));
      List<Integer> asks = tracker.late(read, avoids);
      assertThat(asks).allSatisfy(r -> assertThat(avoided.contains(r)).isFalse());
      assertThat(asks.isEmpty() || isOfUse).as("nothing is asked in vain").isTrue();
      took(asks);
      assertThat(suffices(inTime()) || !isEnough).as("all that would do is asked").isTrue();
      check(false);
    }

    private IndexSet inTime() {
      return indexes(this::isThere);
    }

    /** Whether some late ones could be done without by those unasked of whom one may be asked. */
    private boolean helps(IntPredicate mayAsk) {
      IndexSet inTime = inTime();
      IndexSet candidates = indexes(r -> isUnasked(r) && mayAsk.test(r)).minus(group.absent());
      int[] waited = indexes(r -> isOut(r) && late.contains(r)).minus(inTime).toArray();
      for (int mask = 0; mask < 1 << waited.length; mask++) {
        IndexSet there = inTime;
        for (int i = 0; i < waited.length; i++) {
          there = (mask >> i & 1) == 1 ? there.with(waited[i]) : there;
        }
        if (!suffices(there) && suffices(there.union(candidates))) {
          return true;
        }
      }
      return false;
    }

    /** Whether nothing late would be needed if those were asked. */
    private boolean isEnoughWithoutLate(IntPredicate mayAsk) {
      boolean isLate = IntStream.range(0, reads).anyMatch(r -> isOut(r) && late.contains(r));
      boolean lacks = tracker.status() == Status.PENDING && !suffices(indexes(kept::contains));
      return lacks
          && isLate
          && suffices(indexes(r -> isThere(r) || (isUnasked(r) && mayAsk.test(r))));
    }

    private boolean isThere(int read) {
      return kept.contains(read) || (isOut(read) && !late.contains(read));
    }

    private boolean isUnasked(int read) {
      boolean isInReserve = group.reads().get(read).launch().kind() == Launch.Kind.WHEN_FAILED;
      return tracker.state(read) == State.PARKED
          || (tracker.state(read) == State.WAITING && (!isInReserve || hasFailed()));
    }

    private boolean hasFailed() {
      return IntStream.range(0, reads).anyMatch(r -> tracker.state(r) == State.FAILED);
    }

    private void due(int read) {
      if (group.reads().get(read).launch().kind() == Launch.Kind.AFTER) {
        took(tracker.due(read));
        check(false);
      }
    }

    private void check(boolean afterFailure) {
      IndexSet there = indexes(kept::contains);
      IndexSet possible = indexes(r -> !gone.contains(r));
      Status expected =
          suffices(there) ? Status.COMPLETE : suffices(possible) ? Status.PENDING : Status.HOPELESS;
      assertThat(tracker.arrived()).isEqualTo(there);
      assertThat(tracker.status()).isEqualTo(expected);
      stopped = expected == Status.HOPELESS;
      IndexSet inTime = inTime();
      for (int i = 0; i < reads; i++) {
        int spared = i;
        IndexSet others =
            indexes(r -> kept.contains(r) || (r != spared && isOut(r) && !late.contains(r)));
        assertThat(tracker.canSpare(List.of(i)))
            .isEqualTo(expected == Status.COMPLETE || suffices(others));
      }
      if (expected == Status.PENDING) {
        checkNeverStuck(inTime, afterFailure);
      }
    }

    /** Something is under way or due; after a failure nothing that could help is left waiting. */
    private void checkNeverStuck(IndexSet inTime, boolean afterFailure) {
      boolean due =
          IntStream.range(0, reads)
              .anyMatch(
                  i ->
                      tracker.state(i) == State.WAITING
                          && group.reads().get(i).launch().kind() == Launch.Kind.AFTER);
      assertThat(IntStream.range(0, reads).anyMatch(this::isOut) || due).isTrue();
      boolean isOfUse = !suffices(indexes(r -> kept.contains(r) || isOut(r))) || helps(r -> true);
      if (afterFailure && !gone.isEmpty() && !suffices(inTime) && isOfUse) {
        for (int i = 0; i < reads; i++) {
          assertThat(asked.contains(i) || inTime.contains(index(i))).isTrue();
        }
      }
    }
  }
}
