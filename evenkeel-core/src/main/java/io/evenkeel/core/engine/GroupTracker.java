package io.evenkeel.core.engine;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What has arrived of one group, and what to ask next. A pure state machine: no I/O, no clock, no
 * threads; one event at a time.
 *
 * <p>Each read goes WAITING → ASKED → (LATE →) ARRIVED, DISCARDED or FAILED, and is asked at most
 * once. On lateness and failure it reads <em>more</em>; nothing is given up before the group can do
 * without. The group is complete as soon as the code can recover what is wanted from what has
 * arrived, and hopeless as soon as no answer still possible could make it so.
 */
public final class GroupTracker {
  /** Where one read stands. */
  public enum State {
    WAITING,
    ASKED,
    LATE,
    ARRIVED,
    /** It arrived when its fragment was there already: its bytes are not kept and count nothing. */
    DISCARDED,
    FAILED
  }

  /** Where the group stands. */
  public enum Status {
    PENDING,
    COMPLETE,
    HOPELESS
  }

  private final FragmentGroup group;
  private final ErasureCode code;
  private final IndexSet wanted;
  private final State[] states;
  private Status status = Status.PENDING;

  public GroupTracker(FragmentGroup group) {
    this.group = group;
    this.code = group.code();
    this.wanted = group.wantedIndexes();
    this.states = new State[group.reads().size()];
    Arrays.fill(states, State.WAITING);
  }

  public Status status() {
    return status;
  }

  public State state(int read) {
    return states[read];
  }

  /** The fragments that are there: arrived ones and the zeros beyond the end of the file. */
  public IndexSet arrived() {
    return reach(State.ARRIVED);
  }

  /** Starts the group; answers the reads to ask now. */
  public List<Integer> start() {
    List<Integer> asks = new ArrayList<>();
    for (int i = 0; i < states.length; i++) {
      if (read(i).launch().kind() == Launch.Kind.NOW) {
        ask(i, asks);
      }
    }
    // A plan whose own launches cannot suffice must not wait for a lateness that nothing causes.
    return settle(asks, !code.canRecover(coming(), wanted));
  }

  /** What is there, asked or asked in time of its own accord. */
  private IndexSet coming() {
    IndexSet coming = reach(State.ARRIVED, State.ASKED);
    for (int i = 0; i < states.length; i++) {
      if (read(i).launch().kind() == Launch.Kind.AFTER) {
        coming = coming.with(read(i).index());
      }
    }
    return coming;
  }

  /** A read's delay is over; answers the reads to ask now. */
  public List<Integer> due(int read) {
    List<Integer> asks = new ArrayList<>();
    if (status == Status.PENDING
        && states[read] == State.WAITING
        && !arrived().contains(read(read).index())) {
      ask(read, asks);
    }
    return asks;
  }

  /**
   * A fragment has arrived.
   *
   * @return whether it is news: false for a fragment that is there already or no longer needed, and
   *     for one that was never asked
   */
  public boolean arrived(int read) {
    if (states[read] != State.ASKED && states[read] != State.LATE) {
      return false;
    }
    boolean news = status == Status.PENDING && !arrived().contains(read(read).index());
    states[read] = news ? State.ARRIVED : State.DISCARDED;
    if (news && code.canRecover(arrived(), wanted)) {
      status = Status.COMPLETE;
    }
    return news;
  }

  /** An asked read will not arrive; answers the reads to ask now. */
  public List<Integer> failed(int read) {
    if (states[read] == State.ASKED || states[read] == State.LATE) {
      states[read] = State.FAILED;
    }
    return settle(new ArrayList<>(), false);
  }

  /** What arrived turned out to be wrong; answers the reads to ask now. */
  public List<Integer> rejected(List<Integer> reads) {
    reads.forEach(r -> states[r] = State.FAILED);
    status = Status.PENDING;
    return settle(new ArrayList<>(), false);
  }

  /** An asked read is later than it should be; answers the reads to ask now. */
  public List<Integer> late(int read) {
    if (status != Status.PENDING || states[read] != State.ASKED) {
      return List.of();
    }
    states[read] = State.LATE;
    return more(new ArrayList<>(), false);
  }

  /** Whether the group can still complete when these reads are given up. */
  public boolean canSpare(List<Integer> reads) {
    IndexSet others = arrived();
    for (int i = 0; i < states.length; i++) {
      if (states[i] == State.ASKED && !reads.contains(i)) {
        others = others.with(read(i).index());
      }
    }
    return status == Status.COMPLETE || code.canRecover(others, wanted);
  }

  private List<Integer> settle(List<Integer> asks, boolean lacking) {
    if (status != Status.PENDING) {
      return asks;
    }
    if (code.canRecover(arrived(), wanted)) {
      status = Status.COMPLETE;
      return asks;
    }
    IndexSet possible = reach(State.ARRIVED, State.ASKED, State.LATE, State.WAITING);
    if (!code.canRecover(possible, wanted)) {
      status = Status.HOPELESS;
      return asks;
    }
    return more(asks, lacking);
  }

  /** Asks waiting reads, in order, until what is in time could suffice without the late ones. */
  private List<Integer> more(List<Integer> asks, boolean lacking) {
    IndexSet inTime = reach(State.ARRIVED, State.ASKED);
    boolean failure = lacking || Arrays.asList(states).contains(State.FAILED);
    boolean stuck = failure || Arrays.asList(states).contains(State.LATE);
    for (int i = 0; stuck && i < states.length && !code.canRecover(inTime, wanted); i++) {
      if (states[i] == State.WAITING && mayAsk(i, failure) && !inTime.contains(read(i).index())) {
        ask(i, asks);
        inTime = inTime.with(read(i).index());
      }
    }
    return asks;
  }

  private boolean mayAsk(int read, boolean failure) {
    return failure || read(read).launch().kind() != Launch.Kind.WHEN_FAILED;
  }

  private void ask(int read, List<Integer> asks) {
    states[read] = State.ASKED;
    asks.add(read);
  }

  private IndexSet reach(State... which) {
    IndexSet reached = group.absent();
    for (int i = 0; i < states.length; i++) {
      for (State state : which) {
        if (states[i] == state) {
          reached = reached.with(read(i).index());
        }
      }
    }
    return reached;
  }

  private FragmentRead read(int i) {
    return group.reads().get(i);
  }
}
