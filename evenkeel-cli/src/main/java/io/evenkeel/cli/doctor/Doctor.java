package io.evenkeel.cli.doctor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Runs checks one after the other, each only where what it needs holds, and for a bounded time. */
final class Doctor {
  private final Scene scene;
  private final Map<String, Finding> known = new HashMap<>();

  private Doctor(Scene scene) {
    this.scene = scene;
  }

  /**
   * Runs them all and gives one finding each, in order.
   *
   * @param told of each as soon as there is one
   */
  static List<Finding> run(List<Check> checks, Scene scene, Consumer<Finding> told)
      throws InterruptedException {
    Doctor doctor = new Doctor(scene);
    List<Finding> findings = new ArrayList<>();
    for (Check check : checks) {
      Finding finding = doctor.find(check);
      doctor.known.put(check.name(), finding);
      findings.add(finding);
      told.accept(finding);
    }
    return findings;
  }

  private Finding find(Check check) throws InterruptedException {
    for (String need : check.needs()) {
      Finding needed = known.get(need);
      if (needed == null) {
        throw new IllegalStateException(check.name() + " comes before " + need);
      }
      if (!needed.state().holds()) {
        String why = needed.state() == State.FAILED ? need + " failed" : needed.found();
        return Finding.leftOut(check.name(), why);
      }
    }
    try {
      return BoundedCall.of(check.name(), scene.limit(), () -> check.run(scene));
    } catch (TimeoutException e) {
      return check.late(scene.limit());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      return Finding.failed(check.name(), Trouble.text(e), "");
    }
  }
}
