package io.evenkeel.client.ticket;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.process.OnceOnly;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CachedFragments;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeTicket;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import io.evenkeel.policy.reading.ParityDemand;
import io.evenkeel.testing.engine.ManualScheduler;
import io.evenkeel.testing.log.LogLines;
import io.evenkeel.testing.manager.Stripes;
import io.evenkeel.testing.manager.UnaskedManager;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What open files make of the manager's answers. */
class TicketsTest {
  private static final StripeGeometry GEOMETRY =
      Stripes.geometry(CodeSpec.rs(2, 1), 64 << 10, 1 << 20);

  private final List<Completion<TicketAnswer>> open = new ArrayList<>();
  private final ParityDemand demand = new ParityDemand();
  private final ManagerApi manager =
      new UnaskedManager() {
        @Override
        public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
          open.add(then);
          return Pending.DONE;
        }
      };
  private final ManualScheduler scheduler = new ManualScheduler();
  private final TicketQuestions requests =
      new TicketQuestions(() -> manager, scheduler, Runnable::run);

  private Tickets file(String path) {
    return new Tickets(
        scheduler, Optional.of(requests), path, () -> 100L, demand, (stragglers, nodes) -> {});
  }

  private static void ask(Tickets file, PlacedStripe stripe) {
    file.ask(stripe.stripe(), () -> {});
  }

  private static StripeTicket ticket(int number) {
    List<NodeId> nodes = List.of(new NodeId("redis:6379"));
    return new StripeTicket(
        Stripes.version(number, GEOMETRY),
        FragmentTicket.ofParity(Stripes.id(number), GEOMETRY, nodes));
  }

  @Test
  void answer_isTakenForTheFilesOwnStripes() {
    Tickets first = file("/first");
    Tickets second = file("/second");
    ask(file("/before"), Stripes.placed(0, GEOMETRY));
    ask(first, Stripes.placed(1, GEOMETRY));
    ask(second, Stripes.placed(2, GEOMETRY));
    requests.hurry();
    open.get(1).done(new TicketAnswer(List.of(ticket(1), ticket(2)), List.of(), List.of()));
    assertThat(first.now().stripe(Stripes.version(1, GEOMETRY))).contains(ticket(1).fragments());
    assertThat(first.now().stripe(Stripes.version(2, GEOMETRY))).isEmpty();
    assertThat(second.now().stripe(Stripes.version(2, GEOMETRY))).contains(ticket(2).fragments());
    assertThat(second.mayGrow()).isFalse();
  }

  @Test
  void fileThatIsOpenedAgain_isReadByTheTicketFromBefore_andAsksAllTheSame() {
    ask(file("/file"), Stripes.placed(1, GEOMETRY));
    open.get(0).done(new TicketAnswer(List.of(ticket(1)), List.of(), List.of()));

    Tickets again = opened();
    assertThat(again.now().stripe(Stripes.version(1, GEOMETRY))).contains(ticket(1).fragments());
    assertThat(again.mayGrow()).isTrue();
    assertThat(open).hasSize(2);
  }

  @Test
  void parityByAnotherCode_isNotTaken_andThatIsSaidOnce() {
    OnceOnly.forget();
    StripeGeometry other = Stripes.geometry(CodeSpec.xor(1), 500, 1000);
    StripeTicket ofOther =
        new StripeTicket(
            Stripes.version(1, GEOMETRY),
            FragmentTicket.ofParity(Stripes.id(1), other, List.of(new NodeId("redis:6379"))));
    try (LogLines log = new LogLines(Tickets.class)) {
      for (int read = 0; read < 2; read++) {
        Tickets file = file("/file");
        ask(file, Stripes.placed(1, GEOMETRY));
        requests.hurry();
        open.get(open.size() - 1).done(new TicketAnswer(List.of(ofOther), List.of(), List.of()));
        assertThat(file.now().stripe(Stripes.version(1, GEOMETRY))).isEmpty();
      }
      assertThat(log.all())
          .singleElement()
          .asString()
          .contains(
              "cannot be used",
              "it is of xor-1-1 in subblocks of 500 bytes",
              "evenkeel.code",
              "evenkeel.subblock.bytes");
    }
  }

  @Test
  void ticketFromBeforeThatIsWrong_isForgotten() {
    Tickets wrong = remembering();
    wrong.drop(fragments(2, "redis:6379"));
    assertThat(isRemembered()).isFalse();
  }

  @Test
  void ticketFromBeforeThatIsWrong_isNotTakenFromAnAnswerUnderWay() {
    remembering();
    Tickets again = opened();
    again.drop(fragments(2, "redis:6379"));
    open.get(open.size() - 1).done(new TicketAnswer(List.of(ticket(1)), List.of(), List.of()));
    assertThat(again.now().stripe(Stripes.version(1, GEOMETRY))).isEmpty();
    assertThat(isRemembered()).isFalse();
  }

  private static CachedFragments fragments(int index, String node) {
    return new CachedFragments(Stripes.id(1), index, GEOMETRY, new NodeId(node));
  }

  @Test
  void fragmentsThatAreWrong_areDroppedAlone() {
    StripeGeometry twoParities = Stripes.geometry(CodeSpec.rs(2, 2), 64 << 10, 1 << 20);
    ContentVersion content = Stripes.version(1, twoParities);
    NodeId a = new NodeId("a:6379");
    NodeId b = new NodeId("b:6379");
    FragmentTicket both = FragmentTicket.ofParity(Stripes.id(1), twoParities, List.of(a, b));
    Tickets file = file("/file");
    ask(file, Stripes.placed(1, twoParities));
    CachedFragments wrong = new CachedFragments(Stripes.id(1), 2, twoParities, a);
    CachedFragments right = new CachedFragments(Stripes.id(1), 3, twoParities, b);
    assertThat(file.drop(wrong)).isTrue();
    assertThat(file.drop(wrong)).as("is news").isFalse();
    open.get(0)
        .done(new TicketAnswer(List.of(new StripeTicket(content, both)), List.of(), List.of()));

    FragmentTicket left = file.now().stripe(content).orElseThrow();
    assertThat(left.sources(2)).isEmpty();
    assertThat(left.sources(3)).containsExactly(right);
    file.drop(right);
    assertThat(file.now().stripe(content)).isEmpty();
  }

  @Test
  void ticketFromBefore_isForgottenAfterTenSeconds() {
    remembering();
    scheduler.advance(TimeUnit.SECONDS.toNanos(10) - 1);
    assertThat(isRemembered()).isTrue();
    scheduler.advance(1);
    assertThat(isRemembered()).isFalse();
  }

  @Test
  void ticketFromBeforeThatIsNotGivenAgain_isForgotten_byTheFileToo() {
    remembering();
    Tickets again = opened();
    assertThat(again.now().stripe(Stripes.version(1, GEOMETRY))).isPresent();
    open.get(open.size() - 1).done(new TicketAnswer(List.of(), List.of(), List.of()));
    assertThat(again.now().stripe(Stripes.version(1, GEOMETRY))).isEmpty();
    assertThat(isRemembered()).isFalse();
  }

  private void assertIsAskedAgainWhenNeeded(Tickets file, int afterSeconds) {
    int before = open.size();
    scheduler.advance(TimeUnit.SECONDS.toNanos(afterSeconds) - 1);
    askAgain(file);
    assertThat(open).as("not at once").hasSize(before);
    scheduler.advance(1);
    ask(file, Stripes.placed(1, GEOMETRY));
    requests.hurry();
    assertThat(open).as("by who reads on").hasSize(before);
    askAgain(file);
    assertThat(open).as("by who needs it").hasSize(before + 1);
    open.get(before).done(new TicketAnswer(List.of(ticket(1)), List.of(), List.of()));
    assertThat(file.now().stripe(Stripes.version(1, GEOMETRY))).isPresent();
    scheduler.advance(TimeUnit.MINUTES.toNanos(10));
    askAgain(file);
    assertThat(open).as("there is parity").hasSize(before + 1);
  }

  private void askAgain(Tickets file) {
    file.askAgain(Stripes.placed(1, GEOMETRY).stripe(), () -> {});
    requests.hurry();
  }

  @Test
  void managerThatWasAway_isAskedAgainByAFileThatStaysOpen() {
    Tickets file = opened();
    open.get(0).failed(new IOException("no manager"));
    assertIsAskedAgainWhenNeeded(file, 1);
  }

  @Test
  void managerThatStaysAway_isAskedMoreAndMoreRarely() {
    Tickets file = opened();
    for (int seconds : List.of(1, 2, 4, 8, 10, 10)) {
      open.get(open.size() - 1).failed(new IOException("no manager"));
      int before = open.size();
      scheduler.advance(TimeUnit.SECONDS.toNanos(seconds) - 1);
      askAgain(file);
      assertThat(open).hasSize(before);
      scheduler.advance(1);
      askAgain(file);
      assertThat(open).hasSize(before + 1);
    }
  }

  @Test
  void parityThatWasMadeSince_isFoundByTheFileThatAskedForIt() {
    Tickets file = opened();
    List<ContentVersion> wanted = List.of(Stripes.version(1, GEOMETRY));
    open.get(0).done(new TicketAnswer(List.of(), wanted, List.of()));
    assertIsAskedAgainWhenNeeded(file, 10);
  }

  /** A file whose first stripe the manager is being asked about. */
  private Tickets opened() {
    Tickets file = file("/file");
    ask(file, Stripes.placed(1, GEOMETRY));
    requests.hurry();
    return file;
  }

  private Tickets remembering() {
    Tickets file = opened();
    open.get(open.size() - 1).done(new TicketAnswer(List.of(ticket(1)), List.of(), List.of()));
    assertThat(isRemembered()).isTrue();
    return file;
  }

  private boolean isRemembered() {
    Tickets file = file("/file");
    ask(file, Stripes.placed(1, GEOMETRY));
    return file.now().stripe(Stripes.version(1, GEOMETRY)).isPresent();
  }

  @Test
  void managerThatDoesNotAnswer_saysNothingOfWhatIsWanted() {
    for (int i = 0; i < 10; i++) {
      ask(file("/file-" + i), Stripes.placed(i, GEOMETRY));
      requests.hurry();
      open.get(i).failed(new IOException("no manager"));
    }
    assertThat(demand.isLikely(Stripes.version(11, GEOMETRY))).isTrue();
  }

  @Test
  void waitForTheManager_endsWithItsAnswer_orWithItsTime() {
    long hours = TimeUnit.HOURS.toNanos(9);
    PlacedStripe stripe = Stripes.placed(1, GEOMETRY);
    int number = stripe.stripe().number();
    List<String> told = new ArrayList<>();
    Tickets file = file("/file");
    file.whenAnswered(number, hours, () -> told.add("nothing was asked"));
    ask(file, stripe);
    requests.hurry();
    file.whenAnswered(number + 1, hours, () -> told.add("of another"));
    assertThat(told).containsExactly("nothing was asked", "of another");
    file.whenAnswered(number, hours, () -> told.add("answered"));
    file.whenAnswered(number, hours, () -> told.add("to both"));
    assertThat(told).hasSize(2);
    open.get(0).failed(new IOException("no manager"));
    assertThat(told).endsWith("answered", "to both");

    Tickets silent = file("/silent");
    ask(silent, stripe);
    told.clear();
    silent.whenAnswered(number, 1000, () -> told.add("in time"));
    scheduler.advance(999);
    assertThat(told).isEmpty();
    scheduler.advance(1);
    assertThat(told).containsExactly("in time");
    assertThat(silent.mayGrow()).isTrue();
    silent.whenAnswered(number, hours, () -> told.add("not again"));
    assertThat(told).endsWith("not again");
  }

  @Test
  void managerThatCannotBeAskedForWantOfAThread_isOneThatDoesNotAnswer() {
    ManagerApi none =
        new UnaskedManager() {
          @Override
          public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
            throw new LinkageError("unable to create native thread");
          }
        };
    TicketQuestions refused =
        new TicketQuestions(
            () -> none,
            scheduler,
            task -> {
              throw new RejectedExecutionException();
            });
    Tickets file =
        new Tickets(scheduler, Optional.of(refused), "/f", () -> 100L, demand, (s, n) -> {});
    ask(file, Stripes.placed(1, GEOMETRY));
    assertThat(file.mayGrow()).as("nobody is going to answer").isFalse();
  }

  @Test
  void noThreadForTheTimer_isNoReadersTrouble() {
    Scheduler exhausted =
        new Scheduler() {
          @Override
          public long nanoTime() {
            return scheduler.nanoTime();
          }

          @Override
          public Pending schedule(long delayNanos, Runnable task) {
            throw new LinkageError("unable to create native thread");
          }

          @Override
          public Executor serial() {
            return scheduler.serial();
          }
        };
    TicketQuestions few = new TicketQuestions(() -> manager, exhausted, Runnable::run);
    ask(
        new Tickets(exhausted, Optional.of(few), "/a", () -> 100L, demand, (s, n) -> {}),
        placed(0));
    ask(
        new Tickets(exhausted, Optional.of(few), "/b", () -> 100L, demand, (s, n) -> {}),
        placed(1));
    assertThat(open).as("asked at once instead").hasSize(2);
  }

  private static PlacedStripe placed(int number) {
    return Stripes.placed(number, GEOMETRY);
  }

  @Test
  void ticketOfAnotherCut_isNoWayToTheFile_nowOrLater() {
    Tickets file = opened();
    StripeGeometry other = Stripes.geometry(CodeSpec.rs(2, 1), 128 << 10, 1 << 20);
    FragmentTicket foreign =
        FragmentTicket.ofParity(Stripes.id(1), other, List.of(new NodeId("redis:6379")));
    StripeTicket ticket = new StripeTicket(Stripes.version(1, GEOMETRY), foreign);
    open.get(open.size() - 1).done(new TicketAnswer(List.of(ticket), List.of(), List.of()));
    assertThat(file.now().stripe(Stripes.version(1, GEOMETRY))).isEmpty();
    assertThat(isRemembered()).isFalse();
  }
}
