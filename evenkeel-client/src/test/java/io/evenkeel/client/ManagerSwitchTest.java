package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.UnaskedManager;
import org.junit.jupiter.api.Test;

class ManagerSwitchTest {
  /** Says what it is told to, when it is asked. */
  private static final class Told extends UnaskedManager {
    boolean next = true;
    boolean fails;
    int questions;
    private boolean last = true;

    @Override
    public Pending clients(Completion<ManagerApi.Answer> then) {
      questions++;
      if (fails) {
        throw new IllegalStateException("no thread");
      }
      last = next;
      then.done(last ? ManagerApi.Answer.YES : ManagerApi.Answer.no("told to"));
      return Pending.DONE;
    }

    @Override
    public boolean wantsClientsOn() {
      return last;
    }
  }

  private final ManualScheduler scheduler = new ManualScheduler();
  private final Told manager = new Told();
  private ManagerApi made;
  private final ManagerSwitch switched =
      new ManagerSwitch(
          () -> made,
          () -> {
            made = manager;
            return manager;
          },
          scheduler);

  private void pass(long nanos) {
    scheduler.advance(nanos);
  }

  @Test
  void processThatJustBegan_asksNobody() {
    pass(ManagerSwitch.ASK_EVERY_NANOS - 1);
    assertThat(switched.isOn()).isTrue();
    assertThat(made).isNull();
  }

  @Test
  void whileItIsUsed_theManagerIsAskedEveryTenSeconds() {
    manager.next = false;
    for (int i = 1; i <= 3; i++) {
      pass(ManagerSwitch.ASK_EVERY_NANOS);
      switched.isOn();
      assertThat(switched.isOn()).isFalse();
      assertThat(manager.questions).isEqualTo(i);
    }
    manager.next = true;
    pass(ManagerSwitch.ASK_EVERY_NANOS);
    switched.isOn();
    assertThat(switched.isOn()).isTrue();
  }

  @Test
  void managerThatCannotBeAsked_changesNothing() {
    manager.next = false;
    pass(ManagerSwitch.ASK_EVERY_NANOS);
    switched.isOn();
    manager.fails = true;
    pass(ManagerSwitch.ASK_EVERY_NANOS);
    assertThat(switched.isOn()).isFalse();
    pass(ManagerSwitch.ASK_EVERY_NANOS);
    assertThat(switched.isOn()).isFalse();
    assertThat(manager.questions).isEqualTo(3);
  }

  @Test
  void idleProcess_hasNoTimer() {
    pass(10 * ManagerSwitch.ASK_EVERY_NANOS);
    assertThat(made).isNull();
    assertThat(manager.questions).isZero();
  }
}
