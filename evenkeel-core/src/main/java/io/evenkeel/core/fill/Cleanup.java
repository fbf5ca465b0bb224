package io.evenkeel.core.fill;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.Pending;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Removes what a given-up stripe left outside, once and as well as it can be done: what cannot be
 * reached has a time to live. Lives in its file's serial context.
 */
final class Cleanup {
  private final FileUpload file;
  private final Runnable then;
  private final List<Runnable> steps = new ArrayList<>();
  private int missing;

  /**
   * @param then called once, when every step has succeeded, failed or timed out
   */
  Cleanup(FileUpload file, Runnable then) {
    this.file = file;
    this.then = then;
  }

  void delete(NodeId node, List<FragmentKey> keys) {
    List<FragmentKey> gone = List.copyOf(keys);
    if (!gone.isEmpty()) {
      this.<Integer>add(answer -> file.ports().store().delete(node, gone, answer));
    }
  }

  /**
   * @param when runs the withdrawal when it may be sent
   */
  void withdraw(StripeId id, String reason, Executor when) {
    Runnable step =
        step((Completion<Answer> answer) -> file.ports().manager().withdraw(id, reason, answer));
    steps.add(() -> when.execute(step));
  }

  private <T> void add(Function<Completion<T>, Pending> operation) {
    steps.add(step(operation));
  }

  private <T> Runnable step(Function<Completion<T>, Pending> operation) {
    return () -> file.call(file.limits().timeouts().cleanup(), operation, oneLess());
  }

  void start() {
    missing = steps.size() + 1;
    steps.forEach(Runnable::run);
    less();
  }

  private <T> Completion<T> oneLess() {
    return new Completion<>() {
      @Override
      public void done(T value) {
        less();
      }

      @Override
      public void failed(Throwable cause) {
        less();
      }
    };
  }

  private void less() {
    missing--;
    if (missing == 0) {
      then.run();
    }
  }
}
