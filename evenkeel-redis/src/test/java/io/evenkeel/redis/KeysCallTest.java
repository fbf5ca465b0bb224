package io.evenkeel.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Two and a bit parts, answered when the test says so. */
class KeysCallTest {
  private static final StripeId STRIPE = new StripeId(new Epoch("0".repeat(32)), 1);
  private static final int PART = KeysCall.PART_KEYS;
  private static final int COUNT = 2 * PART + 1;

  private final List<List<FragmentKey>> asked = new ArrayList<>();
  private final List<Object> ended = new ArrayList<>();
  private Completion<Integer> latest;
  private int cancels;

  private KeysCall begun(boolean untilMissing) {
    List<FragmentKey> keys =
        IntStream.range(0, COUNT).mapToObj(i -> new FragmentKey(STRIPE, i, 4)).toList();
    KeysCall call = new KeysCall(keys, untilMissing, this::ask, new Ended());
    call.askNext();
    return call;
  }

  private Pending ask(List<FragmentKey> keys, Completion<Integer> then) {
    asked.add(keys);
    latest = then;
    return () -> cancels++;
  }

  private final class Ended implements Completion<Integer> {
    @Override
    public void done(Integer found) {
      ended.add(found);
    }

    @Override
    public void failed(Throwable cause) {
      ended.add(cause);
    }
  }

  @Test
  void parts_areAskedOneAfterTheOther() {
    begun(true);
    assertThat(asked).hasSize(1);
    latest.done(PART);
    assertThat(asked).hasSize(2);
    latest.done(PART);
    assertThat(ended).isEmpty();
    latest.done(1);
    assertThat(asked).extracting(List::size).containsExactly(PART, PART, 1);
    assertThat(asked.stream().flatMap(List::stream).distinct()).hasSize(COUNT);
    assertThat(ended).containsExactly(COUNT);
  }

  @Test
  void whatIsMissing_endsIt_orDoesNot() {
    begun(true);
    latest.done(PART - 3);
    assertThat(asked).hasSize(1);
    assertThat(ended).containsExactly(COUNT - 3);
    asked.clear();
    begun(false);
    latest.done(0);
    latest.done(PART);
    latest.done(0);
    assertThat(asked).hasSize(3);
    assertThat(ended).containsExactly(COUNT - 3, PART);
  }

  @Test
  void partThatFails_endsIt() {
    begun(true);
    IOException trouble = new IOException("no answer");
    latest.failed(trouble);
    assertThat(asked).hasSize(1);
    assertThat(ended).containsExactly(trouble);
  }

  @Test
  void cancelledBetweenParts_asksForNothingMore() {
    KeysCall call = begun(true);
    call.cancel();
    assertThat(cancels).isOne();
    latest.done(PART);
    assertThat(asked).hasSize(1);
    assertThat(ended).isEmpty();
  }
}
