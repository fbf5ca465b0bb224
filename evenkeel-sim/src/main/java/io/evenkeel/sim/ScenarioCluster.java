package io.evenkeel.sim;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.sim.cluster.LinkSettings;
import io.evenkeel.sim.cluster.NodeSettings;
import io.evenkeel.sim.cluster.Placement;
import io.evenkeel.sim.cluster.ReplicatedData;
import io.evenkeel.sim.cluster.StorageNodes;
import io.evenkeel.sim.cluster.StoredData;
import io.evenkeel.sim.cluster.StoredFiles;
import io.evenkeel.sim.cluster.StragglerSettings;
import io.evenkeel.sim.cluster.StripedData;
import io.evenkeel.sim.queue.VirtualScheduler;
import io.evenkeel.sim.scenario.Keys;
import io.evenkeel.sim.scenario.Keys.Layout;
import io.evenkeel.sim.scenario.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** The nodes of a scenario, what they hold, and who of them is not in time. */
final class ScenarioCluster {
  private ScenarioCluster() {}

  static StorageNodes nodes(
      Scenario scenario, VirtualScheduler scheduler, SplittableRandom random) {
    NodeSettings settings =
        new NodeSettings(
            scenario.get(Keys.NODE_DISCIPLINE),
            scenario.get(Keys.NODE_RATE),
            scenario.get(Keys.NODE_OVERHEAD_TIME),
            scenario.get(Keys.NODE_NOISE),
            scenario.get(Keys.NODE_SPEED),
            new LinkSettings(
                scenario.get(Keys.LINK_DISCIPLINE),
                scenario.get(Keys.NODE_LINK_RATE),
                scenario.get(Keys.RACK_LINK_RATE),
                scenario.get(Keys.READER_LINK_RATE)),
            scenario.get(Keys.OPEN_TIME),
            scenario.get(Keys.PACKET_BYTES),
            scenario.get(Keys.SCALE));
    return new StorageNodes(
        scheduler, settings, scenario.get(Keys.NODES), scenario.get(Keys.RACK_NODES), random);
  }

  static StragglerSettings stragglers(Scenario scenario) {
    return new StragglerSettings(
        scenario.get(Keys.STRAGGLER_NODES),
        scenario.get(Keys.STRAGGLER_FACTOR),
        scenario.get(Keys.STRAGGLER_MOVE_TIME),
        scenario.get(Keys.STRAGGLER_NODE_PROBABILITY),
        scenario.get(Keys.STRAGGLER_RACK_PROBABILITY),
        scenario.get(Keys.STRAGGLER_READ_PROBABILITY),
        scenario.get(Keys.STRAGGLER_PROFILE),
        scenario.get(Keys.STRAGGLER_PERIOD_SHARE),
        scenario.get(Keys.STRAGGLER_PERIOD_FACTOR),
        scenario.get(Keys.STRAGGLER_PERIOD_TIME),
        scenario.get(Keys.FAULT_STOPPED_NODES),
        scenario.get(Keys.FAULT_FAILED_NODES),
        scenario.get(Keys.FAULT_AT_TIME),
        scenario.get(Keys.FAULT_FOR_TIME));
  }

  /**
   * The files, dealt to the nodes.
   *
   * @param fileBytes how long each is, in the bytes of the scenario
   */
  static StoredFiles files(
      Scenario scenario, List<Long> fileBytes, StorageNodes nodes, SplittableRandom random) {
    long scale = scenario.get(Keys.SCALE);
    boolean isOneRow = scenario.get(Keys.POPULATION) == Keys.Population.WAS;
    long cell = scenario.get(Keys.CELL_BYTES) / scale;
    long block = isOneRow ? cell : scenario.get(Keys.BLOCK_BYTES) / scale;
    CodeSpec code = scenario.get(Keys.CODE);
    boolean isReplicated = scenario.get(Keys.LAYOUT) == Layout.REPLICATED;
    long group = block * code.dataCount();
    Placement placement = new Placement(nodes.all(), random);
    List<StoredData> files = new ArrayList<>();
    for (long bytes : fileBytes) {
      int number = files.size();
      long length = SimulatedProcess.scaled(bytes, scale);
      files.add(
          isReplicated
              ? new ReplicatedData(
                  number,
                  random.nextLong(),
                  length,
                  code,
                  (int) cell,
                  block,
                  scenario.get(Keys.REPLICATION),
                  placement)
              : new StripedData(
                  number, random.nextLong(), length, code, (int) cell, group, placement));
    }
    return new StoredFiles(files);
  }
}
