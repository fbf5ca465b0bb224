package io.evenkeel.manager;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FairQueueTest {
  private final FairQueue queue = new FairQueue();

  private KnownStripe add(String folder, int number) {
    KnownStripe stripe = new KnownStripe(new byte[] {(byte) number}, number);
    stripe.path = folder + "/" + number;
    queue.add(folder, stripe);
    return stripe;
  }

  private List<String> takeAll() {
    List<String> taken = new ArrayList<>();
    for (KnownStripe next = queue.next(s -> true); next != null; next = queue.next(s -> true)) {
      queue.take(next.path.substring(0, next.path.lastIndexOf('/')), next);
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
    queue.remove("/a", unwanted);
    assertThat(queue.next(s -> true)).isSameAs(first);
    queue.take("/a", first);
    assertThat(takeAll()).containsExactly("/b/4", "/a/3");
  }

  @Test
  void folderWhoseFirstIsNotReady_isPassedOver() {
    KnownStripe young = add("/a", 1);
    KnownStripe old = add("/b", 2);
    assertThat(queue.next(s -> s.equals(old))).isSameAs(old);
    assertThat(queue.next(s -> !s.equals(old))).isSameAs(young);
    assertThat(queue.next(s -> false)).isNull();
  }

  @Test
  void whatIsAddedTwice_waitsOnce_andWhatIsGoneIsGone() {
    KnownStripe stripe = add("/a", 1);
    queue.add("/a", stripe);
    assertThat(queue.size()).isEqualTo(1);
    assertThat(queue.waiting("/a")).isEqualTo(1);
    queue.remove("/b", stripe);
    queue.remove("/a", stripe);
    queue.remove("/a", stripe);
    assertThat(queue.size()).isZero();
    assertThat(queue.waiting("/a")).isZero();
    assertThat(queue.next(s -> true)).isNull();
  }
}
