package io.evenkeel.sim.direct;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.policy.direct.CodedPartition;
import io.evenkeel.policy.direct.RecoverySets;
import io.evenkeel.sim.cluster.Placement;
import io.evenkeel.sim.workload.Arrivals;
import io.evenkeel.sim.workload.StorageObjects;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Where partitions are and who reads them: all of it by seed. */
final class CodedCluster {
  private final DirectionSetting setting;
  private final List<NodeId> nodes;
  private final List<CodedPartition> partitions = new ArrayList<>();
  private final StorageObjects objects;

  CodedCluster(DirectionSetting setting, long seed, long reads) {
    this.setting = setting;
    this.nodes =
        IntStream.range(0, DirectionSetting.NODES)
            .mapToObj(n -> new NodeId("node" + n + ":1"))
            .toList();
    SplittableRandom random = new SplittableRandom(seed);
    place(Placement.of(nodes, random.split()));
    this.objects =
        new StorageObjects(
            DirectionSetting.GROUPS,
            DirectionSetting.DATA,
            DirectionSetting.objectBytesMax(),
            setting.zipf(),
            0,
            Arrivals.poisson(setting.readsPerSecond(), random.split()),
            setting.objectBytes(),
            DirectionSetting.objectBytesMax(),
            reads,
            random.split());
  }

  private void place(Placement placement) {
    CodeSpec code = CodeSpec.parse(setting.code());
    List<RecoverySets> sets =
        IntStream.range(0, DirectionSetting.DATA)
            .mapToObj(index -> RecoverySets.of(code, index))
            .toList();
    for (int group = 0; group < DirectionSetting.GROUPS; group++) {
      List<NodeId> dealt = placement.next(code.totalCount());
      Map<Integer, NodeId> byIndex = new HashMap<>();
      for (int index = 0; index < dealt.size(); index++) {
        byIndex.put(index, dealt.get(index));
      }
      for (RecoverySets of : sets) {
        partitions.add(new CodedPartition(partitions.size(), of, byIndex));
      }
    }
  }

  List<NodeId> nodes() {
    return nodes;
  }

  /** By file and cell of the trace: group by group. */
  List<CodedPartition> partitions() {
    return partitions;
  }

  StorageObjects objects() {
    return objects;
  }

  /** The share of its time that normal reads take of the busiest node, by popularity. */
  double hottestUtilisation() {
    Map<NodeId, Double> busy = new HashMap<>();
    for (int p = 0; p < partitions.size(); p++) {
      CodedPartition partition = partitions.get(p);
      double share = objects.share(p / DirectionSetting.DATA, p % DirectionSetting.DATA);
      busy.merge(partition.nodes().get(partition.wanted()), share, Double::sum);
    }
    double hottest = busy.values().stream().mapToDouble(share -> share).max().orElseThrow();
    return hottest * setting.readsPerSecond() * setting.meanTaskSeconds();
  }
}
