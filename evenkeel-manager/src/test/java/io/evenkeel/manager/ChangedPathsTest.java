package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.testing.manager.Stripes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Parity of files that are said to be gone; see {@link Scenario} for the numbers. */
class ChangedPathsTest {
  private final Scenario scene = new Scenario(1000, A);
  private final Manager manager = scene.manager;

  private List<Effect> effects = new ArrayList<>();

  /** Time passes, and whatever is to be renewed is there. */
  private void pass(long from, long to) {
    for (long second = from; second <= to; second++) {
      long now = second * SECOND;
      List<Effect> due = manager.tick(now);
      effects.addAll(due);
      for (Effect effect : due) {
        if (effect instanceof Effect.Renew renew) {
          manager.renewed(now, renew.stripe(), renew.node(), renew.keys().size());
        }
      }
      manager.check();
    }
  }

  private void gone(String... paths) {
    assertThat(manager.changed(List.of(paths), List.of()).answer().accepted()).isTrue();
  }

  private void moved(String... paths) {
    assertThat(manager.changed(List.of(), List.of(paths)).answer().accepted()).isTrue();
  }

  private StripeId cache(int number) {
    return scene.cache(0, number, 1);
  }

  private boolean isCached(int number) {
    return scene.isCached(60 * SECOND, number);
  }

  @Test
  void parityOfWhatIsGone_isGivenUpWhenItWouldBeRenewed() {
    StripeId first = cache(1);
    cache(2);
    gone("/file-1");
    pass(1, 60);
    assertThat(effects).contains(Scenario.delete(first, A));
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  @Test
  void whatIsBeneathAFolder_isGoneWithIt_andNothingBesides() {
    placed(1, "/a/b/file");
    placed(2, "/a/bc/file");
    placed(3, "/a/b");
    gone("/a/b/");
    pass(1, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
    assertThat(isCached(3)).isFalse();
  }

  /** A written file of that path: content n. */
  private StripeId placed(int number, String path) {
    StripeId id = Stripes.id(5000 + number);
    PlacedStripe content = Scenario.content(number);
    PlacedStripe here = new PlacedStripe(path, content.stripe());
    assertThat(manager.reserve(0, id, Scenario.GEOMETRY).answer().granted()).isTrue();
    assertThat(manager.publish(0, id, here).answer().accepted()).isTrue();
    return id;
  }

  /** Whoever says so is not trusted. */
  @Test
  void whatIsStillReadIsKept_whateverIsSaid() {
    cache(1);
    gone("/file-1");
    pass(1, 5);
    assertThat(scene.read(6 * SECOND, 1).answer().tickets()).hasSize(1);
    pass(7, 60);
    assertThat(isCached(1)).isTrue();
  }

  @Test
  void theRoot_isTooMuchToBeClaimed() {
    cache(1);
    gone("/", "");
    pass(1, 60);
    assertThat(isCached(1)).isTrue();
  }

  /** As committers do: the folder of what they have moved out is deleted. */
  @Test
  void whatHasMoved_isNotGoneWithItsOldFolder() {
    placed(1, "/out/_temporary/1/part-0");
    moved("/out/_temporary/1/part-0");
    gone("/out/_temporary");
    pass(1, 20);
    gone("/out/_temporary");
    pass(21, 60);
    assertThat(isCached(1)).isTrue();
    // Read where it is now, it can be gone from there.
    PlacedStripe there = new PlacedStripe("/out/part-0", Scenario.content(1).stripe());
    manager.tickets(60 * SECOND, List.of(there));
    gone("/out/part-0");
    pass(61, 120);
    assertThat(scene.isCached(120 * SECOND, 1)).isFalse();
  }

  @Test
  void whatIsOverwritten_isGoneWithoutAWord() {
    placed(1, "/file");
    pass(1, 10);
    placed(2, "/file");
    pass(11, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  @Test
  void whatIsWrittenAnewAfterADeletion_isThere() {
    placed(1, "/d/file");
    pass(1, 10);
    gone("/d");
    placed(2, "/d/file");
    pass(11, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  @Test
  void whatIsDeletedJustAfterItWasWritten_isGone() {
    placed(1, "/d/file");
    gone("/d");
    pass(1, 60);
    assertThat(isCached(1)).isFalse();
  }

  @Test
  void tooManyPaths_areRefused_andMoreThanCanWaitAreNotTaken() {
    int most = ManagerApi.MAX_PATHS_PER_REQUEST;
    assertThatThrownBy(() -> manager.changed(Collections.nCopies(most, "/a"), List.of("/b")))
        .isInstanceOf(RefusedRequestException.class);
    assertThatThrownBy(() -> manager.changed(List.of("/" + "x".repeat(9000)), List.of()))
        .isInstanceOf(RefusedRequestException.class);
    for (int i = 0; i < ChangedPaths.WAITING_MAX; i++) {
      gone("/" + i);
    }
    assertThat(manager.changed(List.of("/more"), List.of()).answer().accepted()).isFalse();
    pass(1, 3);
    gone("/more");
  }
}
