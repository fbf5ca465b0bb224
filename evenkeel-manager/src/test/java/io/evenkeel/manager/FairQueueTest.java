package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Witness;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue queue = new FairQueue();

  private KnownStripe add(String folder, int number) {
    KnownStripe stripe = stripe(folder, number);
    queue.add(turn(folder), stripe);
    return stripe;
  }

  private static KnownStripe stripe(String folder, int number) {
    KnownStripe stripe = new KnownStripe(new byte[] {(byte) number}, number);
    stripe.path = folder + "/" + number;
    return stripe;
  }

  private List<String> takeAll() {
    List<String> taken = new ArrayList<>();
    for (KnownStripe next = queue.next(w -> true, s -> true);
        next != null;
        next = queue.next(w -> true, s -> true)) {
      queue.take(turn(next.path.substring(0, next.path.lastIndexOf('/'))), next, 1);
      taken.add(next.path);
    }
    return taken;
  }

  @Test
  void foldersTakeTurns_eachItsOldestFirst() {
    for (int number = 1; number <= 5; number++) {
      add("/scan", number);
    }
    add("/hot", 6);
    add("/hot", 7);
    assertThat(takeAll())
        .containsExactly("/scan/1", "/hot/6", "/scan/2", "/hot/7", "/scan/3", "/scan/4", "/scan/5");
    assertThat(queue.size()).isZero();
  }

  @Test
  void folderWhoseTurnWasTaken_isBehindOneThatComesLater_andNotByWhatIsRemoved() {
    KnownStripe unwanted = add("/a", 1);
    KnownStripe first = add("/a", 2);
    add("/a", 3);
    add("/b", 4);
    queue.remove(turn("/a"), unwanted);
    assertThat(queue.next(w -> true, s -> true)).isSameAs(first);
    queue.take(turn("/a"), first, 1);
    assertThat(takeAll()).containsExactly("/b/4", "/a/3");
  }

  private static FairQueue.Turn turn(String folder) {
    return new FairQueue.Turn(Witness.THIS_MACHINE, folder);
  }

  @Test
  void machinesTakeTurns_byWhatIsReadForEach_whateverFoldersTheyAskFor() {
    Witness greedy = new Witness("10.0.0.1");
    Witness modest = new Witness("10.0.0.2");
    for (int number = 1; number <= 4; number++) {
      queue.add(new FairQueue.Turn(greedy, "/" + number), stripe("/" + number, number));
    }
    for (int number = 5; number <= 8; number++) {
      queue.add(new FairQueue.Turn(modest, "/m"), stripe("/m", number));
    }
    assertThat(queue.waiting(greedy)).isEqualTo(4);
    assertThat(queue.waiting("/m")).isEqualTo(4);
    List<String> taken = new ArrayList<>();
    for (KnownStripe next = queue.next(w -> true, s -> true);
        next != null;
        next = queue.next(w -> true, s -> true)) {
      taken.add(next.path);
      boolean isOfGreedy = !next.path.startsWith("/m");
      String folder = next.path.substring(0, next.path.lastIndexOf('/'));
      queue.take(
          new FairQueue.Turn(isOfGreedy ? greedy : modest, folder), next, isOfGreedy ? 30 : 10);
    }
    assertThat(taken)
        .containsExactly("/1/1", "/m/5", "/m/6", "/m/7", "/2/2", "/m/8", "/3/3", "/4/4");
    assertThat(queue.size()).isZero();
  }

  /** Who asks for one thing at a time has not saved up turns. */
  @Test
  void newcomer_isServedNextToWhoWasServedLeast_andNotAllAtOnce() {
    Witness first = new Witness("10.0.0.1");
    Witness late = new Witness("10.0.0.2");
    FairQueue.Turn ofFirst = new FairQueue.Turn(first, "/a");
    for (int number = 1; number <= 4; number++) {
      queue.add(ofFirst, stripe("/a", number));
    }
    queue.take(ofFirst, queue.next(w -> true, s -> true), 10);
    for (int number = 5; number <= 7; number++) {
      queue.add(new FairQueue.Turn(late, "/b"), stripe("/b", number));
    }
    assertThat(queue.next(w -> true, s -> true).path).isEqualTo("/a/2");
    queue.take(ofFirst, queue.next(w -> true, s -> true), 10);
    assertThat(queue.next(w -> true, s -> true).path).isEqualTo("/b/5");
  }

  @Test
  void folderWhoseFirstIsNotReady_isPassedOver() {
    KnownStripe young = add("/a", 1);
    KnownStripe old = add("/b", 2);
    assertThat(queue.next(w -> true, s -> s.equals(old))).isSameAs(old);
    assertThat(queue.next(w -> true, s -> !s.equals(old))).isSameAs(young);
    assertThat(queue.next(w -> true, s -> false)).isNull();
    assertThat(queue.next(w -> false, s -> true)).isNull();
    queue.add(turn("/b"), stripe("/b", 3));
    queue.toEnd(turn("/b"), old);
    assertThat(queue.next(w -> true, s -> s.path.startsWith("/b")).path).isEqualTo("/b/3");
  }

  @Test
  void whatIsAddedTwice_waitsOnce_andWhatIsGoneIsGone() {
    KnownStripe stripe = add("/a", 1);
    queue.add(turn("/a"), stripe);
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.waiting("/a")).isEqualTo(1);
    queue.remove(turn("/b"), stripe);
    queue.remove(turn("/a"), stripe);
    queue.remove(turn("/a"), stripe);
    assertThat(queue.size()).isZero();
    assertThat(queue.waiting("/a")).isZero();
    assertThat(queue.next(w -> true, s -> true)).isNull();
  }
}
