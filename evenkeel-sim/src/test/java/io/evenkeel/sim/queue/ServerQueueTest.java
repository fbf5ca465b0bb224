package io.evenkeel.sim.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.sim.queue.ServerQueue.Discipline;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ServerQueueTest {
  private final VirtualScheduler scheduler = new VirtualScheduler();
  private final List<String> ended = new ArrayList<>();

  private ServerQueue.Job submit(ServerQueue queue, String name, double workNanos) {
    return queue.submit(workNanos, 10, () -> ended.add(name + "@" + scheduler.nanoTime()));
  }

  @Test
  void fcfs_servesOneAfterTheOther() {
    ServerQueue queue = ServerQueue.of(Discipline.FCFS, scheduler);
    submit(queue, "a", 100);
    ServerQueue.Job b = submit(queue, "b", 1000);
    submit(queue, "c", 50);
    assertThat(queue.length()).isEqualTo(3);
    assertThat(queue.queuedBytes()).isEqualTo(30);
    scheduler.advance(200);
    b.cancel();
    b.cancel();
    scheduler.advance(1000);
    assertThat(ended).containsExactly("a@100", "c@250");
    assertThat(queue.length()).isZero();
    assertThat(queue.queuedBytes()).isZero();
    assertThat(queue.busyNanos()).isEqualTo(250);
  }

  @Test
  void processorSharing_servesAllAtOnce() {
    ServerQueue queue = ServerQueue.of(Discipline.PS, scheduler);
    submit(queue, "a", 100);
    submit(queue, "b", 300);
    scheduler.advance(50);
    submit(queue, "c", 25);
    // By 50 a and b have got 25 each; by 125 all three 25 more, and c ends; by 225 a has all.
    scheduler.advance(1000);
    assertThat(ended).containsExactly("c@125", "a@225", "b@425");
    assertThat(queue.busyNanos()).isEqualTo(425);
  }

  @Test
  void processorSharing_whoIsCancelledLeavesItsShare() {
    ServerQueue queue = ServerQueue.of(Discipline.PS, scheduler);
    ServerQueue.Job a = submit(queue, "a", 100);
    submit(queue, "b", 300);
    scheduler.advance(100);
    a.cancel();
    scheduler.advance(1000);
    assertThat(ended).containsExactly("b@350");
    submit(queue, "c", 10);
    scheduler.advance(1000);
    assertThat(ended).containsExactly("b@350", "c@1110");
  }

  @ParameterizedTest
  @EnumSource(Discipline.class)
  void speed_mayChangeAndBeZero(Discipline discipline) {
    ServerQueue queue = ServerQueue.of(discipline, scheduler);
    submit(queue, "a", 100);
    scheduler.advance(50);
    queue.setSpeed(.1);
    scheduler.advance(100);
    queue.setSpeed(0);
    scheduler.advance(1000);
    queue.setSpeed(2);
    scheduler.advance(1000);
    // 50, then 10 of work in 100, then nothing in 1000, then 40 in 20.
    assertThat(ended).containsExactly("a@1170");
  }
}
