package io.evenkeel.manager;

import io.evenkeel.core.model.Witness;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Stripes that wait, those of one folder in the order in which they came. Machines take turns by
 * what is read for each, and of one machine folders: the files of one are mostly one table's or one
 * job's, and neither a scan of thousands nor whoever asks for all that there is keeps others
 * waiting.
 */
final class FairQueue {
  /** Whose turn a stripe waits for: a machine that asked for it, and the folder of its file. */
  record Turn(Witness by, String folder) {}

  private static final class OfMachine {
    final Map<String, Set<KnownStripe>> folders = new LinkedHashMap<>();
    int size;

    /** What was read for it, and for whoever had least when it came. */
    long servedBytes;
  }

  private final Map<Witness, OfMachine> machines = new LinkedHashMap<>();
  private final Map<String, Integer> ofFolder = new HashMap<>();
  private int size;

  /** Puts one at the end of its folder's, unless it waits there. */
  void add(Turn turn, KnownStripe stripe) {
    OfMachine machine = machines.computeIfAbsent(turn.by, by -> newcomer());
    if (machine.folders.computeIfAbsent(turn.folder, f -> new LinkedHashSet<>()).add(stripe)) {
      machine.size++;
      ofFolder.merge(turn.folder, 1, Integer::sum);
      size++;
    }
  }

  private OfMachine newcomer() {
    OfMachine machine = new OfMachine();
    machine.servedBytes = machines.values().stream().mapToLong(m -> m.servedBytes).min().orElse(0);
    return machine;
  }

  /** Takes one out of its folder's, if it waits there. */
  void remove(Turn turn, KnownStripe stripe) {
    OfMachine machine = machines.get(turn.by);
    Set<KnownStripe> waiting = machine == null ? null : machine.folders.get(turn.folder);
    if (waiting == null || !waiting.remove(stripe)) {
      return;
    }
    size--;
    machine.size--;
    ofFolder.computeIfPresent(turn.folder, (folder, count) -> count == 1 ? null : count - 1);
    if (waiting.isEmpty()) {
      machine.folders.remove(turn.folder);
    }
    if (machine.size == 0) {
      machines.remove(turn.by);
    }
  }

  /**
   * The first of the folder whose turn it is, of the machine whose turn it is; what is not ready is
   * passed over with its folder. Null when none is.
   *
   * @param mayTurn which machines may have a turn
   */
  KnownStripe next(Predicate<Witness> mayTurn, Predicate<KnownStripe> ready) {
    List<Witness> turns = new ArrayList<>(machines.keySet());
    turns.removeIf(mayTurn.negate());
    turns.sort(Comparator.comparingLong(by -> machines.get(by).servedBytes));
    for (Witness by : turns) {
      for (Set<KnownStripe> waiting : machines.get(by).folders.values()) {
        KnownStripe first = waiting.iterator().next();
        if (ready.test(first)) {
          return first;
        }
      }
    }
    return null;
  }

  /** Takes one out, which was its folder's turn and its machine's, for so much to read. */
  void take(Turn turn, KnownStripe stripe, long bytes) {
    remove(turn, stripe);
    OfMachine machine = machines.get(turn.by);
    if (machine != null) {
      machine.servedBytes += bytes;
      Set<KnownStripe> waiting = machine.folders.remove(turn.folder);
      if (waiting != null) {
        machine.folders.put(turn.folder, waiting);
      }
    }
  }

  /** Puts one that waits at the end of its folder's, and the folder at the end of its machine's. */
  void toEnd(Turn turn, KnownStripe stripe) {
    Map<String, Set<KnownStripe>> folders = machines.get(turn.by).folders;
    Set<KnownStripe> waiting = folders.remove(turn.folder);
    waiting.remove(stripe);
    waiting.add(stripe);
    folders.put(turn.folder, waiting);
  }

  /** How many of a folder wait, whoever has asked for them. */
  int waiting(String folder) {
    return ofFolder.getOrDefault(folder, 0);
  }

  /** How many wait that a machine has asked for. */
  int waiting(Witness by) {
    OfMachine machine = machines.get(by);
    return machine == null ? 0 : machine.size;
  }

  void forEach(Consumer<KnownStripe> look) {
    machines
        .values()
        .forEach(machine -> machine.folders.values().forEach(waiting -> waiting.forEach(look)));
  }

  /** A copy, machine by machine and folder by folder. */
  List<KnownStripe> all() {
    List<KnownStripe> all = new ArrayList<>(size);
    forEach(all::add);
    return all;
  }

  int size() {
    return size;
  }
}
