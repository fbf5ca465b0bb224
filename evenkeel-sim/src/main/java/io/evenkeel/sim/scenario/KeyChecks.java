package io.evenkeel.sim.scenario;

import io.evenkeel.sim.chance.Distribution;
import io.evenkeel.sim.scenario.Keys.Layout;
import io.evenkeel.sim.scenario.Keys.Population;
import java.util.List;

/** What must hold between the keys of a scenario, each of which is right by itself. */
final class KeyChecks {
  private final Scenario scenario;

  private KeyChecks(Scenario scenario) {
    this.scenario = scenario;
  }

  /**
   * Checks all of it.
   *
   * @throws IllegalArgumentException names the keys, what they are, and what may be
   */
  static void check(Scenario scenario) {
    KeyChecks checks = new KeyChecks(scenario);
    checks.reads();
    checks.nodes();
    checks.sizes();
    checks.blocks();
  }

  private void reads() {
    boolean isTrace = scenario.get(Keys.POPULATION) == Population.TRACE;
    boolean hasCount = !isTrace || scenario.isSet(Keys.READS);
    if (hasCount && scenario.get(Keys.READS_WARMUP) >= scenario.get(Keys.READS)) {
      throw scenario.wrong(Keys.READS_WARMUP, "must be less than reads", Keys.READS);
    }
    boolean hasTrace = !scenario.get(Keys.TRACE).isEmpty();
    if (isTrace && !hasTrace) {
      throw new IllegalArgumentException(
          scenario.where(Keys.POPULATION) + ": trace needs the key trace, which names a file");
    }
    if (hasTrace && !isTrace) {
      throw scenario.wrong(Keys.TRACE, "is read with population = trace only", Keys.POPULATION);
    }
    boolean isOfObjects = scenario.get(Keys.POPULATION) == Population.WAS;
    if (isOfObjects && scenario.get(Keys.READ_BYTES).mean() == 0) {
      throw scenario.wrong(
          Keys.POPULATION, "was needs read.bytes > 0, how long objects are", Keys.READ_BYTES);
    }
  }

  private void nodes() {
    int nodes = scenario.get(Keys.NODES);
    if (scenario.get(Keys.STRAGGLER_NODES) > nodes) {
      throw scenario.wrong(Keys.STRAGGLER_NODES, "must be at most nodes", Keys.NODES);
    }
    if (scenario.get(Keys.FAULT_STOPPED_NODES) + scenario.get(Keys.FAULT_FAILED_NODES) > nodes) {
      throw scenario.wrong(
          Keys.FAULT_STOPPED_NODES,
          "with fault.failed.nodes must be at most nodes",
          Keys.FAULT_FAILED_NODES,
          Keys.NODES);
    }
    int rack = scenario.get(Keys.RACK_NODES);
    if (scenario.get(Keys.RACK_LINK_RATE) > 0 && (rack == 0 || rack >= nodes)) {
      throw scenario.wrong(
          Keys.RACK_LINK_RATE, "is between racks, and there is one", Keys.RACK_NODES, Keys.NODES);
    }
    boolean isReplicated = scenario.get(Keys.LAYOUT) == Layout.REPLICATED;
    if (isReplicated && scenario.get(Keys.REPLICATION) > nodes) {
      throw scenario.wrong(Keys.NODES, "must be at least replication", Keys.REPLICATION);
    }
    int blocks = scenario.get(Keys.CODE).totalCount();
    if (!isReplicated && blocks > nodes) {
      throw scenario.wrong(
          Keys.NODES, "must be at least " + blocks + ", the blocks of a group", Keys.CODE);
    }
    if (!isReplicated && scenario.get(Keys.CACHE_NODES) > 0) {
      throw scenario.wrong(
          Keys.CACHE_NODES, "hold the parity of layout = replicated only; say 0", Keys.LAYOUT);
    }
  }

  private void sizes() {
    long scale = scenario.get(Keys.SCALE);
    for (Key<Distribution> size : List.of(Keys.FILE_BYTES, Keys.READ_BYTES)) {
      double mean = scenario.get(size).mean();
      if (mean > 0 && mean < scale) {
        throw scenario.wrong(
            size, "must be as much as scale at least, which is one byte here", Keys.SCALE);
      }
    }
  }

  private void blocks() {
    long scale = scenario.get(Keys.SCALE);
    long cell = scenario.get(Keys.CELL_BYTES);
    if (cell % scale != 0 || cell / scale > Integer.MAX_VALUE) {
      throw scenario.wrong(
          Keys.CELL_BYTES, "must be a multiple of scale, and less than 2 GiB by it", Keys.SCALE);
    }
    long stripeBytes = scenario.get(Keys.CODE).dataCount() * scenario.get(Keys.BLOCK_BYTES);
    if (scenario.get(Keys.CACHE_NODES) > 0 && stripeBytes / scale > Integer.MAX_VALUE) {
      throw scenario.wrong(
          Keys.BLOCK_BYTES,
          "must be so short that a stripe has less than 2 GiB by scale",
          Keys.CODE,
          Keys.SCALE);
    }
    boolean hasBlocks = scenario.get(Keys.POPULATION) != Population.WAS;
    if (hasBlocks && scenario.get(Keys.BLOCK_BYTES) % cell != 0) {
      throw scenario.wrong(Keys.BLOCK_BYTES, "must be a multiple of cell.bytes", Keys.CELL_BYTES);
    }
  }
}
