package io.evenkeel.client.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.Stripes;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TicketMemoryTest {
  private static final StripeGeometry GEOMETRY =
      Stripes.geometry(CodeSpec.rs(2, 1), 64 << 10, 1 << 20);

  private final TicketMemory memory = new TicketMemory(new ManualScheduler());

  private static ContentVersion content(int number) {
    return Stripes.version(number, GEOMETRY);
  }

  private void given(int number) {
    List<NodeId> nodes = List.of(new NodeId("redis:6379"));
    StripeTicket ticket =
        new StripeTicket(
            content(number), FragmentTicket.ofParity(Stripes.id(number), GEOMETRY, nodes));
    memory.answered(content(number), Optional.of(ticket));
  }

  @Test
  void ofManyTickets_thoseGivenFirstAreForgotten() {
    for (int i = 0; i < 5000; i++) {
      given(i);
    }
    given(904);
    given(5000);
    assertThat(memory.of(content(903))).isEmpty();
    assertThat(memory.of(content(904))).as("given again").isPresent();
    assertThat(memory.of(content(905))).as("4096 are kept").isEmpty();
    assertThat(memory.of(content(906))).isPresent();
    assertThat(memory.of(content(5000))).isPresent();
  }
}
