package io.evenkeel.sim.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class VirtualSchedulerTest {
  private final VirtualScheduler scheduler = new VirtualScheduler();

  @Test
  void tasks_runByTimeAndThenInTheOrderGiven_alsoThoseDueAtOnce() {
    List<String> ran = new ArrayList<>();
    scheduler.schedule(5, () -> ran.add("5a"));
    scheduler.schedule(
        3,
        () -> {
          ran.add("3");
          scheduler.schedule(2, () -> ran.add("5c"));
          scheduler.schedule(0, () -> ran.add("3 at once"));
        });
    scheduler.schedule(
        5,
        () -> {
          ran.add("5b");
          scheduler.schedule(-1, () -> ran.add("5 at once"));
        });
    scheduler.schedule(0, () -> ran.add("0"));
    scheduler.advance(4);
    assertThat(ran).containsExactly("0", "3", "3 at once");
    assertThat(scheduler.nanoTime()).isEqualTo(4);
    while (scheduler.runNext()) {
      // On to the next one.
    }
    assertThat(ran).containsExactly("0", "3", "3 at once", "5a", "5b", "5c", "5 at once");
    assertThat(scheduler.nanoTime()).isEqualTo(5);
  }

  @Test
  void randomTasks_someOfThemCancelled_runLikeASortedList() {
    SplittableRandom random = new SplittableRandom(1);
    List<Long> ran = new ArrayList<>();
    List<Long> expected = new ArrayList<>();
    List<Pending> toCancel = new ArrayList<>();
    for (int i = 0; i < 50_000; i++) {
      long at = 1 + random.nextLong(10_000);
      boolean stays = random.nextInt(5) == 0;
      Pending task = scheduler.schedule(at, () -> ran.add(scheduler.nanoTime()));
      if (stays) {
        expected.add(at);
      } else {
        toCancel.add(task);
      }
    }
    toCancel.forEach(Pending::cancel);
    toCancel.forEach(Pending::cancel);
    assertThat(scheduler.waiting()).as("what is cancelled is swept out").isLessThan(25_000);
    expected.sort(null);
    scheduler.advance(10_000);
    assertThat(ran).isEqualTo(expected);
    assertThat(scheduler.waiting()).isZero();
    assertThat(scheduler.executed()).isEqualTo(expected.size());
  }

  @Test
  void sameTasks_haveTheSameHash_othersDoNot() {
    assertThat(hash(7)).isEqualTo(hash(7)).isNotEqualTo(hash(8));
  }

  private static long hash(long delayNanos) {
    VirtualScheduler scheduler = new VirtualScheduler();
    scheduler.schedule(delayNanos, () -> scheduler.note(3));
    scheduler.schedule(9, () -> {});
    scheduler.advance(10);
    return scheduler.hash();
  }
}
