package io.evenkeel.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.manager.UnaskedManager;
import io.evenkeel.testing.store.ClockScheduler;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangedFilesTest {
  private record Request(List<PathChange> changes, Completion<ManagerApi.Answer> then) {}

  private final ManualScheduler scheduler = new ManualScheduler();
  private final List<Request> requests = new ArrayList<>();

  private final ManagerApi manager =
      new UnaskedManager() {
        @Override
        public Pending changed(List<PathChange> changes, Completion<ManagerApi.Answer> then) {
          requests.add(new Request(List.copyOf(changes), then));
          return Pending.DONE;
        }
      };

  private static List<PathChange> gone(String... paths) {
    return Stream.of(paths).map(PathChange::gone).toList();
  }

  private ChangedFiles files(Executor background) {
    return new ChangedFiles(() -> manager, scheduler, background);
  }

  @Test
  void first_goesAtOnce_andTheOthersTogether() {
    ChangedFiles files = files(Runnable::run);
    files.gone("/a");
    assertThat(requests).singleElement().extracting(Request::changes).isEqualTo(gone("/a"));
    files.gone("/b");
    files.moved("/c", "/e");
    files.gone("/e");
    requests.get(0).then().done(ManagerApi.Answer.YES);
    assertThat(requests).hasSize(1);
    scheduler.advance(ChangedFiles.GATHER_NANOS);
    assertThat(requests).hasSize(2);
    assertThat(requests.get(1).changes())
        .containsExactly(
            PathChange.gone("/b"), PathChange.moved("/c", "/e"), PathChange.gone("/e"));
    requests.get(1).then().done(ManagerApi.Answer.YES);
    scheduler.advance(10 * ChangedFiles.GATHER_NANOS);
    assertThat(requests).hasSize(2);
    files.gone("/d");
    assertThat(requests).hasSize(3);
  }

  @Test
  void many_areToldInRequestsOfAllowedSize_andOnlySoManyWait() {
    ChangedFiles files = files(Runnable::run);
    int told = 0;
    files.gone("/first");
    for (int i = 0; i < WaitingChanges.WAITING_MAX + 500; i++) {
      files.gone("/" + i);
    }
    for (int i = 0; i < requests.size(); i++) {
      assertThat(requests.get(i).changes()).hasSizeBetween(1, ManagerApi.PATHS_PER_REQUEST_MAX);
      told += requests.get(i).changes().size();
      requests.get(i).then().done(ManagerApi.Answer.YES);
      scheduler.advance(ChangedFiles.GATHER_NANOS);
    }
    assertThat(told).isEqualTo(1 + WaitingChanges.WAITING_MAX);
  }

  @Test
  void whatIsWrittenWithoutParityBeingWanted_goesAlongInItsOrder_andAsksForNothing() {
    ChangedFiles files = files(Runnable::run);
    int written = WaitingChanges.ALONG_MAX + 3;
    for (int i = 0; i < written; i++) {
      files.written("/small-" + i, 0, 0);
    }
    scheduler.advance(5 * ChangedFiles.GATHER_NANOS);
    assertThat(requests).isEmpty();
    files.written("/small-3", 1, 1);
    files.written("/unknown", 1, 1);
    files.moved("/x", "/small-4");
    assertThat(requests).as("at once, whatever goes along").hasSize(1);
    List<PathChange> expected = new ArrayList<>();
    for (int i = 4; i < written; i++) {
      expected.add(PathChange.gone("/small-" + i));
    }
    expected.add(PathChange.moved("/x", "/small-4"));
    assertThat(requests.get(0).changes())
        .as("the oldest are forgotten, and what has parity is known by that")
        .isEqualTo(expected);
    files.written("/small", 0, 0);
    requests.get(0).then().done(ManagerApi.Answer.no("too many at once"));
    scheduler.advance(ChangedFiles.GATHER_NANOS);
    assertThat(requests.get(1).changes())
        .as("told again without them")
        .containsExactly(PathChange.moved("/x", "/small-4"));
    requests.get(1).then().done(ManagerApi.Answer.YES);
    scheduler.advance(10 * ChangedFiles.GATHER_NANOS);
    assertThat(requests).hasSize(2);
    files.gone("/a");
    assertThat(requests.get(2).changes())
        .as("what is as old may be another's by now")
        .isEqualTo(gone("/a"));
  }

  @Test
  void whatCannotGetParity_isToldOf_thoughParityOfWhatItHasOverwrittenIsPublishedLater() {
    ChangedFiles files = files(Runnable::run);
    files.createdPlain("/a");
    files.written("/a", 1, 0);
    scheduler.advance(5 * ChangedFiles.GATHER_NANOS);
    assertThat(requests).isEmpty();
    files.gone("/b");
    assertThat(requests).singleElement().extracting(Request::changes).isEqualTo(gone("/a", "/b"));
  }

  @Test
  void whatIsOverwrittenByWhatGetsParity_isNotToldOf() {
    ChangedFiles files = files(Runnable::run);
    files.createdPlain("/a");
    files.createdPlain("/c");
    files.createdEncoded("/a");
    files.written("/a", 1, 0);
    files.gone("/b");
    assertThat(requests).singleElement().extracting(Request::changes).isEqualTo(gone("/c", "/b"));
  }

  @Test
  void whatWasToGetParityAndGotNone_isToldAsGone() {
    ChangedFiles files = files(Runnable::run);
    files.written("/whole", 2, 0);
    files.written("/in-part", 1, 1);
    assertThat(requests).as("the publication says so").isEmpty();
    files.written("/refused", 0, 1);
    assertThat(requests).singleElement().extracting(Request::changes).isEqualTo(gone("/refused"));
  }

  /** Of a result that is overwritten by one that gets parity nothing is to be told any more. */
  @Test
  void whatWasRefused_isForgotten_whenThePathIsPublished() {
    ChangedFiles files = files(Runnable::run);
    files.gone("/other");
    files.written("/result", 0, 1);
    files.written("/result", 1, 0);
    requests.get(0).then().done(ManagerApi.Answer.YES);
    scheduler.advance(ChangedFiles.GATHER_NANOS);
    assertThat(requests).hasSize(1);
    files.written("/result", 0, 1);
    assertThat(requests).hasSize(2);
    files.written("/result", 1, 0);
    requests.get(1).then().failed(new IOException("no answer"));
    scheduler.advance(2 * ChangedFiles.GATHER_NANOS);
    assertThat(requests).as("it is not told again").hasSize(2);
  }

  @Test
  void howeverManyAreWritten_whileTheManagerFails_changesAreTold() {
    ChangedFiles files = files(Runnable::run);
    files.gone("/a");
    for (int failure = 0; failure < 3; failure++) {
      for (int i = 0; i < 2 * WaitingChanges.WAITING_MAX; i++) {
        files.written("/small-" + i, 0, 0);
      }
      requests.get(failure).then().failed(new IllegalStateException("away"));
      scheduler.advance(ChangedFiles.GATHER_NANOS);
      files.gone("/b-" + failure);
      if (requests.size() == failure + 1) {
        scheduler.advance(ChangedFiles.GATHER_NANOS);
      }
      assertThat(requests).hasSize(failure + 2);
    }
    requests.get(3).then().done(ManagerApi.Answer.YES);
    scheduler.advance(ChangedFiles.GATHER_NANOS);
    assertThat(requests.get(4).changes()).contains(PathChange.gone("/b-2"));
  }

  @Test
  void whoEnds_tellsAllAtOnce_andGoesOnWhenItIsTold() {
    ChangedFiles files = files(Runnable::run);
    files.gone("/a");
    files.gone("/b");
    files.written("/small", 0, 0);
    files.gone("/c");
    AtomicInteger ends = new AtomicInteger();
    files.whenTold(Duration.ofMinutes(1), ends::incrementAndGet);
    assertThat(requests).hasSize(1);
    requests.get(0).then().done(ManagerApi.Answer.YES);
    assertThat(requests).as("nothing is gathered").hasSize(2);
    assertThat(requests.get(1).changes()).isEqualTo(gone("/b", "/small", "/c"));
    assertThat(ends).hasValue(0);
    requests.get(1).then().done(ManagerApi.Answer.YES);
    assertThat(ends).hasValue(1);
    files.gone("/hung");
    files.whenTold(Duration.ofMinutes(1), ends::incrementAndGet);
    scheduler.advance(Duration.ofMinutes(1).toNanos());
    assertThat(ends).as("nobody waits for ever").hasValue(2);
    ChangedFiles none = files(Runnable::run);
    none.written("/small", 0, 0);
    none.whenTold(Duration.ofMinutes(1), ends::incrementAndGet);
    assertThat(ends).hasValue(3);
    assertThat(requests).hasSize(3);
  }

  @Test
  void endOfTheProcess_waitsForAnAnswer_andNotForAManagerThatHangs() throws Exception {
    try (ClockScheduler clock = new ClockScheduler()) {
      ChangedFiles files = new ChangedFiles(() -> manager, clock, Runnable::run);
      assertThat(files.awaitTold(Duration.ofMinutes(1), Duration.ofMinutes(1))).isTrue();
      files.gone("/a");
      files.gone("/b");
      assertThat(files.awaitTold(Duration.ofMinutes(1), Duration.ofMillis(1))).isFalse();
      Thread answering =
          new Thread(
              () -> {
                requests.get(0).then().done(ManagerApi.Answer.YES);
                requests.get(1).then().done(ManagerApi.Answer.YES);
              });
      answering.start();
      assertThat(files.awaitTold(Duration.ofMinutes(1), Duration.ofMinutes(1))).isTrue();
      answering.join();
      assertThat(requests.get(1).changes()).isEqualTo(gone("/b"));
    }
  }

  @Test
  void managerThatFailsOrThreadsThatAreTaken_areNobodysTrouble() {
    ChangedFiles files = files(Runnable::run);
    files.gone("/a");
    requests.get(0).then().failed(new IllegalStateException("away"));
    files.gone("/b");
    scheduler.advance(ChangedFiles.GATHER_NANOS);
    assertThat(requests.get(1).changes())
        .as("the answer may have been lost")
        .containsExactly(PathChange.gone("/a").asPossibleDuplicate(), PathChange.gone("/b"));
    for (int telling = 2; telling <= WaitingChanges.TELLINGS_MAX + 1; telling++) {
      requests.get(requests.size() - 1).then().done(ManagerApi.Answer.no("too many at once"));
      scheduler.advance(ChangedFiles.GATHER_NANOS);
    }
    assertThat(requests).extracting(Request::changes).last().isEqualTo(gone("/b"));
    assertThat(requests).hasSize(1 + WaitingChanges.TELLINGS_MAX);
    requests.clear();

    List<Runnable> rejected = new ArrayList<>();
    ChangedFiles busy =
        files(
            task -> {
              if (rejected.isEmpty()) {
                rejected.add(task);
                throw new RejectedExecutionException("full");
              }
              task.run();
            });
    busy.gone("/lost");
    busy.gone("/c");
    assertThat(requests.get(0).changes()).isEqualTo(gone("/c"));
  }
}
