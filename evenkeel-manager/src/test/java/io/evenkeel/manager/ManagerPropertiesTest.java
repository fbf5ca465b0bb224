package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Random events against a plain model that is derived from the answers and effects alone. */
class ManagerPropertiesTest {
  private static final int EVENTS = 500;

  private static RandomEvents run(long seed) {
    RandomEvents events = new RandomEvents(seed);
    for (int event = 0; event < EVENTS; event++) {
      events.next();
      check(events, "seed %d, event %d".formatted(seed, event));
    }
    return events;
  }

  private static void check(RandomEvents events, String when) {
    ManagerStatus status = events.manager.status(events.now);
    long held = 0;
    for (NodeStatus node : status.nodes()) {
      assertThat(events.on(node.node())).as(when).isLessThanOrEqualTo(RandomEvents.CAPACITY);
      held += events.on(node.node());
    }
    assertThat(status.publishedBytes() + status.reservedBytes()).as(when).isEqualTo(held);
    assertThat(status.publishedStripes()).as(when).isEqualTo(events.published.size());
    assertThat(status.publishedStripes() + status.reservedStripes())
        .as(when)
        .isEqualTo(events.held.size());
    Map<NodeId, Long> queued = new HashMap<>();
    status.load().nodes().forEach(n -> queued.put(n.node(), n.queuedBytes().orElseThrow()));
    queued.values().removeIf(bytes -> bytes == 0);
    assertThat(queued).as(when).isEqualTo(events.queued());
    List<StripeExplanation> explained =
        events.manager.explain(
            events.now,
            IntStream.range(0, RandomEvents.contents()).mapToObj(RandomEvents::version).toList());
    for (StripeExplanation stripe : explained) {
      if (stripe.isCached()) {
        assertThat(
                events.published.entrySet().stream()
                    .filter(e -> e.getKey().toString().equals(stripe.encoding()))
                    .map(Map.Entry::getValue))
            .as(when)
            .containsExactly(stripe.version());
      }
    }
    events.manager.check();
  }

  @Property(tries = 150)
  void ledgerAndPolicy_equalTheSumOfWhatWasGranted_andSeedsRepeat(@ForAll long seed) {
    assertThat(run(seed).log).as("seed %d", seed).isEqualTo(run(seed).log);
  }

  @Test
  void theEventsReachWhatTheyAreFor() {
    String all =
        IntStream.range(0, 40)
            .mapToObj(seed -> String.join("\n", run(seed).log))
            .reduce("", (a, b) -> a + "\n" + b);
    for (String said :
        List.of(
            "is a straggler",
            "is no straggler any more",
            "prefetch: asked for",
            "is protected by",
            "is being made by another",
            "nobody carried out the order",
            "could not be renewed",
            "was not published",
            "fragments on",
            "no room for")) {
      assertThat(all.contains(said)).as("some event leads to '%s'", said).isTrue();
    }
  }
}
