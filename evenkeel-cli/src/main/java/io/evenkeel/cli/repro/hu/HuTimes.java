package io.evenkeel.cli.repro.hu;

import io.evenkeel.cli.report.TimeCounts;
import io.evenkeel.sim.direct.ReadTimes;
import java.util.EnumMap;
import java.util.Map;

/** How long the stages of requests took, of one run or several. Not thread-safe. */
final class HuTimes implements ReadTimes {
  private final Map<HuStage, TimeCounts> stages = new EnumMap<>(HuStage.class);

  HuTimes() {
    for (HuStage stage : HuStage.values()) {
      stages.put(stage, new TimeCounts());
    }
  }

  @Override
  public void task(long enteredNanos, long startedNanos, long endedNanos) {
    stages.get(HuStage.TASK).add(endedNanos - enteredNanos);
    stages.get(HuStage.WAITING).add(startedNanos - enteredNanos);
  }

  @Override
  public void read(long arrivedNanos, long sentNanos, long endedNanos) {
    stages.get(HuStage.REQUEST).add(endedNanos - arrivedNanos);
    stages.get(HuStage.CONTROLLER).add(sentNanos - arrivedNanos);
  }

  void addAll(HuTimes others) {
    stages.forEach((stage, counts) -> counts.addAll(others.of(stage)));
  }

  TimeCounts of(HuStage stage) {
    return stages.get(stage);
  }
}
