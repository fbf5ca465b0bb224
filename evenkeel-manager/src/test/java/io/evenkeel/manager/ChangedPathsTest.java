package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.RefusedRequestException;
import io.evenkeel.testing.manager.Stripes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Parity of files that are said to be gone; see {@link Scenario} for the numbers. */
class ChangedPathsTest {
  private final Scenario scene = new Scenario(1000, A);
  private final Manager manager = scene.manager;

  private List<Effect> effects = new ArrayList<>();
  private long nowNanos;

  /** Time passes, and whatever is to be renewed is there. */
  private void pass(long from, long to) {
    for (long second = from; second <= to; second++) {
      long now = second * SECOND;
      nowNanos = now;
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
    tell(Stream.of(paths).map(PathChange::gone).toArray(PathChange[]::new));
  }

  private void moved(String path, String to) {
    tell(PathChange.moved(path, to));
  }

  private void tell(PathChange... changes) {
    assertThat(manager.changed(nowNanos, List.of(changes)).answer().accepted()).isTrue();
  }

  private void tellAgain(PathChange... changes) {
    tell(Stream.of(changes).map(PathChange::asPossibleDuplicate).toArray(PathChange[]::new));
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
    assertThat(manager.reserve(nowNanos, id, Scenario.GEOMETRY).answer().granted()).isTrue();
    Outcome<Answer> published = manager.publish(nowNanos, id, here);
    assertThat(published.answer().accepted()).isTrue();
    scene.find(nowNanos, published.effects());
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
    moved("/out/_temporary/1/part-0", "/out/part-0");
    gone("/out/_temporary");
    pass(1, 20);
    gone("/out/_temporary");
    pass(21, 60);
    assertThat(isCached(1)).isTrue();
  }

  @Test
  void whatHasMoved_isGoneFromWhereItIs() {
    placed(1, "/temporary/part-0");
    moved("/temporary/part-0", "/out/part-0");
    pass(1, 20);
    gone("/out");
    pass(21, 60);
    assertThat(isCached(1)).isFalse();
  }

  /** A folder, and that into another, and all of it within one look. */
  @Test
  void movesAreFollowed_inTheirOrder() {
    placed(1, "/job/attempt/part-0");
    placed(2, "/a");
    placed(3, "/b");
    tell(
        PathChange.moved("/job/attempt", "/job/task"),
        PathChange.moved("/job/task/part-0", "/out/part-0"),
        PathChange.gone("/job"),
        // Two files change places.
        PathChange.moved("/a", "/c"),
        PathChange.moved("/b", "/a"),
        PathChange.moved("/c", "/b"),
        PathChange.gone("/a"));
    pass(1, 40);
    assertThat(isCached(1)).isTrue();
    assertThat(scene.isCached(40 * SECOND, 2)).isTrue();
    assertThat(scene.isCached(40 * SECOND, 3)).isFalse();
    gone("/out/part-0");
    pass(41, 120);
    assertThat(scene.isCached(120 * SECOND, 1)).isFalse();
  }

  /** The first of these names is gone; the second took its place. */
  @Test
  void whatIsRenamedOverAnother_isThere() {
    placed(1, "/file");
    placed(2, "/new");
    tell(PathChange.gone("/file"), PathChange.moved("/new", "/file"));
    pass(1, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  /** As of a close whose publication is on its way. */
  @Test
  void moveThatIsHeardBeforeThePublication_isMeantForIt() {
    moved("/temporary/part-0", "/out/part-0");
    placed(1, "/temporary/part-0");
    gone("/temporary");
    pass(1, 40);
    assertThat(scene.isCached(40 * SECOND, 1)).isTrue();
    gone("/out/part-0");
    pass(41, 120);
    assertThat(scene.isCached(120 * SECOND, 1)).isFalse();
  }

  /** By a follower of the edits, or because the answer was lost. */
  @Test
  void whatIsToldTwice_isMeantOnce() {
    placed(1, "/file");
    placed(2, "/new");
    PathChange[] overwritten = {PathChange.gone("/file"), PathChange.moved("/new", "/file")};
    tell(overwritten);
    pass(1, 3);
    tellAgain(overwritten);
    pass(4, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  /** As by a job that overwrites its result each few seconds. */
  @Test
  void whatIsGoneAgain_isMeantForWhatWasPublishedSince() {
    placed(1, "/file");
    gone("/file");
    pass(1, 3);
    placed(2, "/file");
    pass(4, 6);
    gone("/file");
    pass(7, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isFalse();
  }

  /** Its process gathers for a second, or could not reach the manager at first. */
  @Test
  void whoeverIsHeardFirst_itIsOneDeletion() {
    placed(1, "/file");
    tellAgain(PathChange.gone("/file"));
    placed(2, "/file");
    pass(1, 3);
    gone("/file");
    pass(4, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  /** Stock clients tell nobody: each edit is a deletion of its own. */
  @Test
  void whatOnlyAFollowerTells_countsEachTime() {
    for (int round = 0; round < 3; round++) {
      placed(round, "/file");
      pass(20 * round + 1, 20 * round + 3);
      tellAgain(PathChange.gone("/file"));
      pass(20 * round + 4, 20 * round + 20);
    }
    pass(61, 120);
    for (int round = 0; round < 3; round++) {
      assertThat(scene.isCached(120 * SECOND, round)).as("round %d", round).isFalse();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void swapThatIsToldTwice_isMeantOnce(boolean atOnce) {
    placed(1, "/t/part");
    placed(2, "/new/part");
    PathChange[] swap = {
      PathChange.moved("/t", "/old"), PathChange.moved("/new", "/t"), PathChange.gone("/old")
    };
    tell(swap);
    if (!atOnce) {
      pass(1, 3);
    }
    tellAgain(swap);
    pass(4, 60);
    assertThat(isCached(1)).isFalse();
    assertThat(isCached(2)).isTrue();
  }

  @Test
  void whereAReaderHasSeenItSince_countsMoreThanWhatWasToldBefore() {
    placed(1, "/file");
    placed(2, "/new");
    placed(3, "/log");
    tell(
        PathChange.gone("/file"),
        PathChange.moved("/new", "/file"),
        PathChange.moved("/log.1", "/log.2"),
        PathChange.moved("/log", "/log.1"));
    read(2, "/file");
    read(3, "/log.1");
    pass(2, 4);
    gone("/log.2");
    pass(5, 60);
    assertThat(isCached(2)).isTrue();
    assertThat(isCached(3)).isTrue();
  }

  /** A reader whose stream is from before. */
  @Test
  void whoAsksByTheOldName_hasSeenNothing() {
    placed(1, "/log");
    moved("/log", "/log.1");
    read(1, "/log");
    pass(1, 3);
    gone("/log");
    pass(4, 60);
    assertThat(isCached(1)).isTrue();
    gone("/log.1");
    pass(61, 120);
    assertThat(scene.isCached(120 * SECOND, 1)).isFalse();
  }

  /** As by hdfs dfs -put -f each few seconds. */
  @Test
  void theSameMove_isMeantForWhatWasWrittenSince() {
    PathChange[] put = {PathChange.gone("/f"), PathChange.moved("/f.copying", "/f")};
    placed(1, "/f.copying");
    tell(put);
    pass(1, 20);
    placed(2, "/f.copying");
    tell(put);
    pass(21, 100);
    assertThat(scene.isCached(100 * SECOND, 2)).isTrue();
    gone("/f");
    pass(101, 180);
    assertThat(scene.isCached(180 * SECOND, 2)).isFalse();
  }

  private void read(int number, String path) {
    PlacedStripe there = new PlacedStripe(path, Scenario.content(number).stripe());
    manager.tickets(nowNanos, List.of(there));
  }

  /** Whoever tells of one move is not to have the room that stripes are known by. */
  @Test
  void longPaths_areNotFollowed_andNothingIsMeantForWhatHasMovedThere() {
    for (int i = 1; i <= 7; i++) {
      placed(i, "/data/part-" + i);
    }
    String longPath = "/" + "x/".repeat(990) + "x".repeat(6000);
    moved("/data", longPath);
    pass(1, 3);
    assertThat(scene.isWanted(4 * SECOND, 8)).isTrue();
    gone("/data");
    gone(longPath);
    pass(4, 60);
    assertThat(isCached(1)).isTrue();
  }

  @Test
  void moreMovesThanAreFollowed_areToSomewhere() {
    placed(1, "/0");
    for (int i = 0; i <= ChangedPaths.MOVES_MAX; i++) {
      moved("/" + i, "/" + (i + 1));
    }
    for (int i = 0; i <= ChangedPaths.MOVES_MAX + 1; i++) {
      gone("/" + i);
    }
    pass(1, 40);
    assertThat(scene.isCached(40 * SECOND, 1)).isTrue();
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
    int most = ManagerApi.PATHS_PER_REQUEST_MAX;
    PathChange one = PathChange.gone("/a");
    assertThatThrownBy(() -> manager.changed(0, Collections.nCopies(most + 1, one)))
        .isInstanceOf(RefusedRequestException.class);
    PathChange tooLong = PathChange.gone("/" + "x".repeat(9000));
    assertThatThrownBy(() -> manager.changed(0, List.of(tooLong)))
        .isInstanceOf(RefusedRequestException.class);
    for (int i = 0; i < ChangedPaths.WAITING_MAX; i++) {
      gone("/" + i);
    }
    assertThat(manager.changed(0, List.of(PathChange.gone("/more"))).answer().accepted()).isFalse();
    pass(1, 3);
    gone("/more");
  }

  @Test
  void longNames_areRefused_whenTheyAreTooManyTogether() {
    String folder = "/" + "x".repeat(EventLimits.PATH_CHARS_MAX - 10);
    long told = 0;
    while (manager.changed(0, List.of(PathChange.gone(folder + told))).answer().accepted()) {
      told++;
    }
    assertThat(told * folder.length())
        .isBetween(ChangedPaths.WAITING_CHARS_MAX / 2, ChangedPaths.WAITING_CHARS_MAX);
    assertThat(manager.changed(0, List.of(PathChange.gone("/short"))).answer().accepted()).isTrue();
    manager.tick(3 * SECOND);
    assertThat(manager.changed(0, List.of(PathChange.gone(folder))).answer().accepted())
        .as("after they were looked for")
        .isTrue();
  }
}
