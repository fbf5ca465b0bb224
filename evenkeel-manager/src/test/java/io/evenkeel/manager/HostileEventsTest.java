package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.seeds.Seeds;
import io.evenkeel.testing.manager.Stripes;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.Isolated;

/** Whatever is sent to it, a manager lives, its books are true, and it grows no further. */
@Isolated("the heap is measured")
@Execution(ExecutionMode.SAME_THREAD)
class HostileEventsTest {
  private static final int EVENTS = 300;

  /** Each on a manager of other settings. */
  private static final int PARTS = 50;

  private static final int AT_ONCE = 5;
  private static final int MANY = Integer.getInteger("evenkeel.hostile.events", 250_000);
  private static final long SEED = Seeds.one();

  /** Of managers that know 30 stripes at most; most of it is what the JVM has loaded. */
  private static final long HEAP_BYTES_MAX = 32L << 20;

  @Property(tries = 200)
  void booksAreTrue_afterEveryEvent(@ForAll long seed) {
    run(seed, EVENTS);
  }

  private static HostileEvents run(long seed, int count) {
    HostileEvents events = new HostileEvents(seed);
    for (int event = 0; event < count; event++) {
      try {
        events.next();
      } catch (RuntimeException | Error e) {
        throw new AssertionError("-Devenkeel.seed=" + seed + ", event " + event, e);
      }
    }
    return events;
  }

  @Test
  void manyEvents_leaveItAliveWithTrueBooks_andNoLarger() {
    long before = usedHeapBytes();
    for (long first = 0; first < PARTS; first += AT_ONCE) {
      List<HostileEvents> parts =
          LongStream.range(first, first + AT_ONCE)
              .parallel()
              .mapToObj(part -> run(SEED + part, MANY / PARTS))
              .toList();
      assertThat(usedHeapBytes() - before)
          .as("from seed %d", SEED + first)
          .isLessThan(HEAP_BYTES_MAX);
      for (HostileEvents events : parts) {
        assertThat(events.refused).as("from seed %d", SEED + first).isPositive();
        serves(events);
      }
    }
  }

  /** Once what the hostile left has expired, an honest client is served as by a new manager. */
  private static void serves(HostileEvents events) {
    Manager manager = events.manager;
    for (int lapse = 0; lapse < 10; lapse++) {
      events.settle(Duration.ofSeconds(1));
    }
    for (NodeId node : HostileEvents.CACHE_NODES) {
      manager.toldUsedBytes(node, 0);
    }
    PlacedStripe content = Scenario.content(1);
    StripeId id = Stripes.id(1);
    Reservation room = manager.reserve(events.now, id, content.geometry()).answer();
    boolean granted = manager.status(events.now).capacityBytes() > 0;
    assertThat(room.granted()).as(room.reason()).isEqualTo(granted);
    if (granted) {
      assertThat(manager.publish(events.now, id, content).answer()).isEqualTo(Answer.YES);
      assertThat(manager.tickets(events.now, List.of(content)).answer().tickets()).hasSize(1);
    }
    Queued own = new Queued(Scenario.dataNode(1), 1, 0);
    QueueReport report = new QueueReport(id.epoch(), List.of(own));
    assertThat(manager.queues(events.now, Witness.THIS_MACHINE, report).answer())
        .isEqualTo(new QueueAnswer(List.of(own)));
    manager.check();
  }

  private static long usedHeapBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
