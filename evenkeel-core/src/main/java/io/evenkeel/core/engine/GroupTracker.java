package io.evenkeel.core.engine;

import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import io.evenkeel.core.plan.FragmentGroup;
import io.evenkeel.core.plan.FragmentRead;
import io.evenkeel.core.plan.Launch;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What has arrived of one group, and what to ask next. A pure state machine: no I/O, no clock, no
 * threads; one event at a time.
 *
 * <p>Each read goes WAITING → ASKED → (LATE →) ARRIVED, DISCARDED or FAILED, and is asked once
 * unless it was parked or refused. On lateness and failure it reads <em>more</em>; nothing is given
 * up before the group can do without, and what was given up then (PARKED) is asked again before the
 * group goes without it in vain. The group is complete as soon as the code can recover what is
 * wanted from what has arrived (and, if what is decoded is to be verified, one fragment more has
 * come or none is in time), and hopeless as soon as no answer still possible could make it so,
 * until it gains a source.
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
    /** Its lane lagged and the group could do without it: asked again when it cannot. */
    PARKED,
    /** There was no thread or memory to ask for it: it is as good as parked after a while. */
    REFUSED,
    FAILED
  }

  /** Where the group stands. */
  public enum Status {
    PENDING,
    COMPLETE,
    HOPELESS
  }

  private static final int NONE = -1;

  private final FragmentGroup group;
  private final ErasureCode code;
  private final IndexSet wanted;
  private final List<FragmentRead> reads;
  private final List<State> states;
  private Status status = Status.PENDING;

  public GroupTracker(FragmentGroup group) {
    this.group = group;
    this.code = group.code();
    this.wanted = group.wantedIndexes();
    this.reads = new ArrayList<>(group.reads());
    this.states = new ArrayList<>(Collections.nCopies(reads.size(), State.WAITING));
  }

  /** How many reads the group has; reads are numbered from 0 and never removed. */
  public int readCount() {
    return reads.size();
  }

  public FragmentRead read(int read) {
    return reads.get(read);
  }

  /**
   * The group gains the sources that it did not have, answers the reads to ask now.
   *
   * @param avoided as of {@link #late}
   */
  public List<Integer> extend(List<FragmentRead> more, Predicate<FragmentRead> avoided) {
    List<Integer> asks = new ArrayList<>();
    for (FragmentRead candidate : more) {
      boolean known =
          reads.stream()
              .anyMatch(
                  r -> r.index() == candidate.index() && r.source().equals(candidate.source()));
      if (!known && status != Status.COMPLETE) {
        reads.add(candidate);
        states.add(State.WAITING);
        if (candidate.launch().kind() == Launch.Kind.NOW
            && !reach(State.ARRIVED, State.ASKED).contains(candidate.index())) {
          ask(reads.size() - 1, asks);
        }
      }
    }
    if (status == Status.HOPELESS) {
      status = Status.PENDING;
      return settle(asks, true);
    }
    return status == Status.PENDING ? more(asks, false, avoided) : asks;
  }

  public Status status() {
    return status;
  }

  public State state(int read) {
    return states.get(read);
  }

  /** The fragments that are there: arrived ones and the zeros beyond the end of the file. */
  public IndexSet arrived() {
    return reach(State.ARRIVED);
  }

  /** Starts the group; answers the reads to ask now. */
  public List<Integer> start() {
    List<Integer> asks = new ArrayList<>();
    for (int i = 0; i < states.size(); i++) {
      if (read(i).launch().kind() == Launch.Kind.NOW) {
        ask(i, asks);
      }
    }
    // A plan whose own launches cannot suffice must not wait for a lateness that nothing causes.
    return settle(asks, !code.canRecover(comingInTime(), wanted));
  }

  /** The fragments that are there or were asked for and may still come. */
  IndexSet coming() {
    return reach(State.ARRIVED, State.ASKED, State.LATE);
  }

  /** What is there, asked or asked in time of its own accord. */
  private IndexSet comingInTime() {
    IndexSet coming = reach(State.ARRIVED, State.ASKED);
    for (int i = 0; i < states.size(); i++) {
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
        && states.get(read) == State.WAITING
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
    if (states.get(read) != State.ASKED && states.get(read) != State.LATE) {
      return false;
    }
    boolean news = status != Status.COMPLETE && !arrived().contains(read(read).index());
    states.set(read, news ? State.ARRIVED : State.DISCARDED);
    if (news && isEnough()) {
      status = Status.COMPLETE;
    }
    return news;
  }

  /** An asked read will not arrive; answers the reads to ask now. */
  public List<Integer> failed(int read) {
    if (states.get(read) == State.ASKED || states.get(read) == State.LATE) {
      states.set(read, State.FAILED);
    }
    return settle(new ArrayList<>(), false);
  }

  /** An asked read could not be asked for, and may be later; answers the reads to ask now. */
  public List<Integer> refused(int read) {
    if (states.get(read) == State.ASKED || states.get(read) == State.LATE) {
      states.set(read, State.REFUSED);
    }
    return settle(new ArrayList<>(), false);
  }

  /** What was refused may be asked again; answers the reads to ask now. */
  public List<Integer> again(int read) {
    if (states.get(read) == State.REFUSED) {
      states.set(read, State.PARKED);
    }
    return settle(new ArrayList<>(), true);
  }

  /** An asked read was given up because its lane lagged; the group can do without it for now. */
  public void parked(int read) {
    if (states.get(read) == State.ASKED || states.get(read) == State.LATE) {
      states.set(read, State.PARKED);
    }
    completeIfEnough();
  }

  private void completeIfEnough() {
    if (status == Status.PENDING && isEnough()) {
      status = Status.COMPLETE;
    }
  }

  /** Whether what is wanted can be had, and what is asked still is only to verify it. */
  public boolean isOnlyToBeVerified() {
    return status == Status.PENDING && code.canRecover(arrived(), wanted);
  }

  /** What arrived turned out to be wrong; answers the reads to ask now. */
  public List<Integer> rejected(List<Integer> reads) {
    reads.forEach(r -> states.set(r, State.FAILED));
    status = Status.PENDING;
    return settle(new ArrayList<>(), false);
  }

  /**
   * An asked read is later than it should be, or is still; answers the reads to ask now. The group
   * is complete by that if it was waited for only to verify the others.
   *
   * @param avoided who is not asked; unless others help without these nobody is
   */
  public List<Integer> late(int read, Predicate<FragmentRead> avoided) {
    State now = states.get(read);
    if (status == Status.COMPLETE || (now != State.ASKED && now != State.LATE)) {
      return List.of();
    }
    states.set(read, State.LATE);
    completeIfEnough();
    // For the sake of verifying it nothing is asked that was not asked with the others.
    boolean lacks = status == Status.PENDING && !isOnlyToBeVerified();
    return lacks ? moreForLate(new ArrayList<>(), avoided) : List.of();
  }

  /**
   * Whether others could be asked so that less of what is late has to be waited for, whether it is
   * known to be late yet or not.
   *
   * @param avoided as of {@link #late}
   */
  public boolean canReplace(int late, Predicate<FragmentRead> avoided) {
    return status == Status.PENDING && !isOnlyToBeVerified() && helps(late, avoided);
  }

  /**
   * Whether nothing more is waited for: what is wanted can be had, and what of it would be decoded
   * be compared where it is to be, unless there is nothing in time to compare it with.
   */
  private boolean isEnough() {
    IndexSet arrived = arrived();
    boolean can = code.canRecover(arrived, wanted);
    if (!can || !group.isVerified() || arrived.containsAll(wanted)) {
      return can;
    }
    return verifier().isPresent() || arrived.containsAll(reach(State.ARRIVED, State.ASKED));
  }

  /** A fragment that has arrived and is not needed for what is wanted: it can be made, too. */
  OptionalInt verifier() {
    return verifier(arrived());
  }

  private OptionalInt verifier(IndexSet fragments) {
    for (int index : fragments.minus(group.absent()).toArray()) {
      if (code.canRecover(fragments.without(index), wanted.with(index))) {
        return OptionalInt.of(index);
      }
    }
    return OptionalInt.empty();
  }

  /** Whether these would do for what is wanted, and for verifying it where that is to be. */
  private boolean suffice(IndexSet fragments) {
    return code.canRecover(fragments, wanted)
        && (!group.isVerified()
            || fragments.containsAll(wanted)
            || verifier(fragments).isPresent());
  }

  /** Whether the group can still complete when these reads are given up. */
  public boolean canSpare(List<Integer> reads) {
    IndexSet others = arrived();
    for (int i = 0; i < states.size(); i++) {
      if (states.get(i) == State.ASKED && !reads.contains(i)) {
        others = others.with(read(i).index());
      }
    }
    return status == Status.COMPLETE || code.canRecover(others, wanted);
  }

  private List<Integer> settle(List<Integer> asks, boolean lacking) {
    if (status != Status.PENDING) {
      return asks;
    }
    if (isEnough()) {
      status = Status.COMPLETE;
      return asks;
    }
    IndexSet possible =
        reach(State.ARRIVED, State.ASKED, State.LATE, State.WAITING, State.PARKED, State.REFUSED);
    if (!code.canRecover(possible, wanted)) {
      status = Status.HOPELESS;
      return asks;
    }
    return more(asks, lacking, none -> false);
  }

  /** After a failure anybody is asked, unless what is coming would do, and is only late. */
  private List<Integer> more(List<Integer> asks, boolean lacking, Predicate<FragmentRead> avoided) {
    if (!lacking && states.contains(State.LATE) && code.canRecover(coming(), wanted)) {
      return moreForLate(asks, avoided);
    }
    return lacking || hasFailed() ? ask(asks, all -> true) : asks;
  }

  private boolean hasFailed() {
    return states.contains(State.FAILED) || states.contains(State.REFUSED);
  }

  private List<Integer> moreForLate(List<Integer> asks, Predicate<FragmentRead> avoided) {
    return helps(NONE, avoided) ? ask(asks, read -> mayAskForLate(read, avoided)) : asks;
  }

  private boolean mayAskForLate(int read, Predicate<FragmentRead> avoided) {
    boolean isInReserve = read(read).launch().kind() == Launch.Kind.WHEN_FAILED && !hasFailed();
    return (states.get(read) == State.PARKED || !isInReserve) && !avoided.test(read(read));
  }

  /**
   * Whether those that may be asked for lateness let any of the late ones be done without that
   * could not be otherwise.
   *
   * @param late another one that is late
   */
  private boolean helps(int late, Predicate<FragmentRead> avoided) {
    IndexSet inTime = group.absent();
    IndexSet candidates = IndexSet.empty();
    IndexSet waitedFor = late == NONE ? IndexSet.empty() : IndexSet.of(read(late).index());
    for (int i = 0; i < states.size(); i++) {
      int index = read(i).index();
      switch (states.get(i)) {
        case ARRIVED -> inTime = inTime.with(index);
        case ASKED -> inTime = i == late ? inTime : inTime.with(index);
        case LATE -> waitedFor = waitedFor.with(index);
        case WAITING, PARKED ->
            candidates = mayAskForLate(i, avoided) ? candidates.with(index) : candidates;
        case DISCARDED, REFUSED, FAILED -> {}
      }
    }
    for (int index : waitedFor.toArray()) {
      IndexSet less = waitedFor.without(index);
      if (code.canRecover(inTime.union(less).union(candidates), wanted)) {
        waitedFor = less;
      }
    }
    IndexSet without = inTime.union(waitedFor);
    return !code.canRecover(without, wanted) && code.canRecover(without.union(candidates), wanted);
  }

  /**
   * Asks waiting reads, in order, and then parked ones, until what is in time could suffice without
   * the late ones.
   */
  private List<Integer> ask(List<Integer> asks, IntPredicate mayAsk) {
    askUntilSufficient(State.WAITING, mayAsk, asks);
    askUntilSufficient(State.PARKED, mayAsk, asks);
    return asks;
  }

  private void askUntilSufficient(State which, IntPredicate mayAsk, List<Integer> asks) {
    IndexSet inTime = reach(State.ARRIVED, State.ASKED);
    for (int i = 0; i < states.size() && !suffice(inTime); i++) {
      int index = read(i).index();
      // What is wanted itself comes last of a node that is gone around: nobody verifies by that.
      boolean useful = !(wanted.contains(index) && code.canRecover(inTime, wanted));
      if (states.get(i) == which && mayAsk.test(i) && !inTime.contains(index) && useful) {
        ask(i, asks);
        inTime = inTime.with(index);
      }
    }
  }

  private void ask(int read, List<Integer> asks) {
    states.set(read, State.ASKED);
    asks.add(read);
  }

  private IndexSet reach(State... which) {
    IndexSet reached = group.absent();
    for (int i = 0; i < states.size(); i++) {
      for (State state : which) {
        if (states.get(i) == state) {
          reached = reached.with(read(i).index());
        }
      }
    }
    return reached;
  }
}
