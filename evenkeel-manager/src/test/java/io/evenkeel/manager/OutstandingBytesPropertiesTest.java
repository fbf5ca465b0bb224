package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.QueueAnswer;
import io.evenkeel.core.port.ManagerApi.QueueReport;
import io.evenkeel.core.port.ManagerApi.Queued;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Random reports against all that was said lately, added up anew for each answer. */
class OutstandingBytesPropertiesTest {
  private static final int EVENTS = 300;
  private static final int PROCESSES = 12;
  private static final int NODES = 300;
  private static final int MANY = 200;

  private record Said(long atNanos, QueueReport report) {}

  private static List<Queued> nodes(Random random) {
    Map<NodeId, Queued> nodes = new HashMap<>();
    for (int i = random.nextInt(random.nextInt(4) == 0 ? MANY : 4); i > 0; i--) {
      NodeId node = new NodeId("d:" + random.nextInt(NODES));
      nodes.put(node, new Queued(node, random.nextInt(50), 0));
    }
    return new ArrayList<>(nodes.values());
  }

  private static Map<NodeId, Long> sums(Iterable<Said> said) {
    Map<NodeId, Long> sums = new HashMap<>();
    for (Said each : said) {
      for (Queued queued : each.report().nodes()) {
        sums.merge(queued.node(), queued.queuedBytes(), Long::sum);
      }
    }
    sums.values().removeIf(bytes -> bytes == 0);
    return sums;
  }

  @Property(tries = 200)
  void answers_areWhatIsSaidLately(@ForAll long seed) {
    Random random = new Random(seed);
    OutstandingBytes outstanding = new OutstandingBytes();
    Map<Epoch, Said> said = new HashMap<>();
    long now = seed;
    for (int event = 0; event < EVENTS; event++) {
      // Each answer is put in order anew: what was said in between shows.
      now += OutstandingBytes.SORT_EVERY_NANOS + random.nextInt(400_000_000);
      int process = random.nextInt(PROCESSES);
      QueueReport report = new QueueReport(new Epoch("%032x".formatted(process)), nodes(random));
      said.put(report.process(), new Said(now, report));
      long since = now - ManagerApi.QUEUE_MEMORY_NANOS;
      said.values().removeIf(s -> s.atNanos() - since <= 0);
      Map<NodeId, Long> expected = sums(said.values());
      QueueAnswer answer =
          outstanding.tell(now, new Witness("machine " + process % 3), report, node -> 7);
      String when = "seed %d, event %d".formatted(seed, event);
      outstanding.check();
      assertThat(answer.nodes())
          .as(when)
          .isEqualTo(
              expected.entrySet().stream()
                  .map(e -> new Queued(e.getKey(), e.getValue(), 7))
                  .sorted(
                      Comparator.comparing(Queued::queuedBytes)
                          .reversed()
                          .thenComparing(Queued::node))
                  .limit(ManagerApi.QUEUES_PER_REQUEST_MAX)
                  .toList());
      assertThat(outstanding.nodes()).as(when).isEqualTo(expected.keySet());
    }
  }
}
