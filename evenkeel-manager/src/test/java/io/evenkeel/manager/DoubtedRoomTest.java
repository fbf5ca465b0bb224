package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A cache that two files fill, of which one or both are said to be gone: what is told at second 0
 * is looked at by second 2, and goes for others from second 17 on. Keys live 600 s.
 */
class DoubtedRoomTest {
  private static final int LOOKED = 2;
  private static final int GOES = LOOKED + 15;

  private final Scenario scene = new Scenario(Scenario.settings(220, Duration.ofMinutes(10)), A);
  private final Manager manager = scene.manager;
  private StripeId first;
  private StripeId second;

  @BeforeEach
  void fill() {
    first = scene.cache(0, 1, 3);
    second = scene.cache(0, 2, 3);
  }

  private void gone(int... numbers) {
    List<PathChange> changes = new ArrayList<>();
    for (int number : numbers) {
      changes.add(PathChange.gone("/file-" + number));
    }
    assertThat(manager.changed(0, changes).answer().accepted()).isTrue();
    manager.tick(LOOKED * SECOND);
  }

  private Outcome<Reservation> write(int second) {
    return manager.reserve(second * SECOND, Stripes.id(7000), Scenario.GEOMETRY);
  }

  @Test
  void whatIsDoubted_goesForAWrite_andNoMoreThanItTakes() {
    gone(1, 2);
    assertThat(write(GOES - 1).answer().granted()).as("a reader may ask still").isFalse();
    Outcome<Reservation> granted = write(GOES);
    assertThat(granted.answer().granted()).isTrue();
    assertThat(granted.effects()).containsExactly(Scenario.delete(first, A));
    assertThat(scene.isCached(GOES * SECOND, 2)).isTrue();
    manager.check();
  }

  @Test
  void whatIsDoubted_goesForAWriteThatGrows() {
    StripeId id = Stripes.id(7000);
    gone(1);
    manager.reserve(GOES * SECOND, id, Stripes.geometry(Scenario.GEOMETRY.code(), 100, 100));
    gone(2);
    int later = 2 * GOES;
    manager.tick(later * SECOND);
    Outcome<Reservation> grown =
        manager.reserve(
            (later + GOES) * SECOND, id, Stripes.geometry(Scenario.GEOMETRY.code(), 100, 180));
    assertThat(grown.answer().granted()).isTrue();
    assertThat(grown.effects()).containsExactly(Scenario.delete(second, A));
    manager.check();
  }

  /** Nor does what nobody could be helped by. */
  @Test
  void whatIsDoubted_staysWhereItIsTooLittle() {
    gone(1, 2);
    Outcome<Reservation> much =
        manager.reserve(
            GOES * SECOND, Stripes.id(7000), Stripes.geometry(Scenario.GEOMETRY.code(), 100, 500));
    assertThat(much.answer().granted()).isFalse();
    assertThat(much.effects()).isEmpty();
    assertThat(manager.status(GOES * SECOND).doubtedStripes()).isEqualTo(2);
  }

  @Test
  void whatIsAskedForInOneRequest_doesNotGoForOneAnother() {
    scene.read(0, 3);
    gone(1, 2);
    List<PlacedStripe> asked = List.of(Scenario.content(3), Scenario.content(1));
    assertThat(manager.tickets(GOES * SECOND, asked).answer().tickets()).hasSize(1);
    assertThat(scene.isCached(GOES * SECOND, 1)).isTrue();
    assertThat(scene.isCached(GOES * SECOND, 2)).isFalse();
  }

  @Test
  void whatIsReadMeanwhile_isKept() {
    gone(1);
    assertThat(scene.read(GOES * SECOND, 1).answer().tickets()).hasSize(1);
    assertThat(write(2 * GOES).answer().granted()).isFalse();
    assertThat(manager.status(0).doubtedStripes()).isZero();
  }

  @Test
  void whatIsDoubted_isWorthNothingAgainstARead() {
    assertThat(scene.isWanted(0, 3)).as("two others are read as often").isFalse();
    gone(1);
    assertThat(scene.isWanted(GOES * SECOND, 3)).isTrue();
    assertThat(scene.isCached(GOES * SECOND, 1)).isFalse();
    assertThat(scene.isCached(GOES * SECOND, 2)).isTrue();
    manager.check();
  }

  @Test
  void status_saysWhatIsDoubted() {
    gone(1);
    ManagerStatus status = manager.status(LOOKED * SECOND);
    assertThat(status.publishedStripes()).isEqualTo(2);
    assertThat(status.doubtedStripes()).isEqualTo(1);
    assertThat(status.doubtedBytes()).isEqualTo(110);
    assertThat(status.timeToLiveSeconds()).isEqualTo(600);
  }

  /** A folder that is removed has thousands of stripes end at once, and nodes have other things. */
  @Test
  void whatIsOver_endsBitByBit() {
    int stripes = 2 * Encodings.BEHIND_AT_ONCE_MIN + 1;
    Scenario wide =
        new Scenario(
            Scenario.settings(110L * stripes, Duration.ofMinutes(10))
                .withLimits(2 * stripes, Duration.ofHours(1)),
            A);
    for (int number = 1; number <= stripes; number++) {
      wide.cache(0, number, 1);
      wide.manager.changed(0, List.of(PathChange.gone("/file-" + number)));
    }
    wide.manager.tick(LOOKED * SECOND);
    assertThat(wide.manager.status(0).doubtedStripes()).isEqualTo(stripes);
    for (int second = LOOKED + 1; second < LOOKED + 200; second++) {
      assertThat(ended(wide, second)).isZero();
    }
    assertThat(ended(wide, LOOKED + 200)).isEqualTo(Encodings.BEHIND_AT_ONCE_MIN);
    assertThat(ended(wide, LOOKED + 201)).isEqualTo(Encodings.BEHIND_AT_ONCE_MIN);
    assertThat(ended(wide, LOOKED + 202)).isOne();
    wide.manager.check();
  }

  private static long ended(Scenario scene, int second) {
    return scene.manager.tick(second * SECOND).stream()
        .filter(Effect.Delete.class::isInstance)
        .count();
  }

  /** A job's folder that is removed: nobody fails to read it. */
  @Test
  void parityThatIsYetToBeMade_isNotOrderedOfWhatIsGone() {
    Scenario wide = new Scenario(Scenario.settings(1000, Duration.ofMinutes(10)), A);
    assertThat(wide.isWanted(0, 4)).isTrue();
    assertThat(wide.isWanted(0, 5)).isTrue();
    wide.manager.changed(0, List.of(PathChange.gone("/file-4")));
    wide.manager.tick(LOOKED * SECOND);
    assertThat(wide.fills(GOES * SECOND))
        .singleElement()
        .satisfies(order -> assertThat(order.path()).isEqualTo("/file-5"));
    assertThat(wide.manager.status(0).policy().failedFills()).isZero();
    wide.manager.check();
  }

  /** Between two looks, so that it was never away. */
  @Test
  void whatACacheNodeHolds_isLookedForWhereItHoldsFarLess() {
    manager.tick(SECOND);
    manager.toldUsedBytes(A, 100);
    assertThat(manager.tick(2 * SECOND).stream().filter(Effect.Renew.class::isInstance)).hasSize(2);
  }

  /** It may have been started anew, and empty. */
  @Test
  void whatACacheNodeHolds_isLookedForAsSoonAsItIsReachedAgain() {
    manager.tick(SECOND);
    manager.unreachable(A, "killed");
    manager.toldUsedBytes(A, 0);
    List<Effect> effects = manager.tick(2 * SECOND);
    assertThat(effects.stream().filter(Effect.Renew.class::isInstance)).hasSize(2);
    manager.renewed(2 * SECOND, first, A, 0);
    assertThat(manager.status(0).publishedStripes()).isEqualTo(1);
    assertThat(write(3).answer().granted()).isTrue();
    manager.check();
  }
}
