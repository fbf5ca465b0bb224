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

  /**
   * @param when runs the deletion when no node is being sent these keys any more
   */
  void delete(NodeId node, List<FragmentKey> keys, Executor when) {
    List<FragmentKey> gone = List.copyOf(keys);
    if (!gone.isEmpty()) {
      add(
          step((Completion<Integer> answer) -> file.ports().store().delete(node, gone, answer)),
          when);
    }
  }

  /**
   * @param when runs the withdrawal when it may be sent
   */
  void withdraw(StripeId id, String reason, Executor when) {
    add(
        step((Completion<Answer> answer) -> file.ports().manager().withdraw(id, reason, answer)),
        when);
  }

  private void add(Runnable step, Executor when) {
    steps.add(() -> when.execute(step));
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
