package io.evenkeel.manager;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Cache nodes that answer at once, late, in any order, twice, wrongly, by a failure or a throw. */
final class HostileNodes extends ManagersNodes {
  private static final int RARELY = 8;

  private final Random random;
  private final Supplier<CataloguePage> pages;
  private final List<Runnable> answers = new ArrayList<>();

  /**
   * @param pages what a catalogue is answered with
   */
  HostileNodes(List<NodeId> nodes, Random random, Supplier<CataloguePage> pages) {
    super(nodes);
    this.random = random;
    this.pages = pages;
  }

  /** How many calls wait for their answers. */
  int askedCount() {
    return answers.size();
  }

  void answerSome() {
    while (!answers.isEmpty() && random.nextInt(3) > 0) {
      answerOne();
    }
  }

  void answerOne() {
    Runnable answer = answers.remove(random.nextInt(answers.size()));
    answer.run();
    if (rarely()) {
      answer.run();
    }
  }

  private boolean rarely() {
    return random.nextInt(RARELY) == 0;
  }

  private <T> Pending answer(Completion<T> then, Supplier<T> value) {
    boolean fails = rarely();
    Runnable answer =
        () -> {
          if (fails) {
            then.failed(new IOException("no\nanswer"));
          } else {
            then.done(value.get());
          }
        };
    if (rarely()) {
      answer.run();
    } else if (random.nextInt(RARELY * RARELY) == 0) {
      throw new IllegalStateException("thrown");
    } else {
      answers.add(answer);
    }
    return Pending.DONE;
  }

  private int count(List<FragmentKey> keys) {
    return rarely() ? random.nextInt() : keys.size();
  }

  @Override
  public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
    return answer(then, () -> count(keys));
  }

  @Override
  public Pending renew(
      NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
    return answer(then, () -> count(keys));
  }

  @Override
  public Pending enter(
      NodeId node, CatalogueEntry entry, Duration timeToLive, Completion<Void> then) {
    return answer(then, () -> null);
  }

  @Override
  public Pending strike(NodeId node, StripeId stripe, Completion<Void> then) {
    return answer(then, () -> null);
  }

  @Override
  public Pending catalogue(NodeId node, String from, Completion<CataloguePage> then) {
    return answer(then, pages);
  }

  @Override
  public Pending usedBytes(NodeId node, Completion<Long> then) {
    return answer(then, () -> rarely() ? random.nextLong() : 0);
  }
}
