package io.evenkeel.sim.queue;

import io.evenkeel.core.port.Pending;
import io.evenkeel.core.port.Scheduler;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.Executor;

/**
 * Virtual time for millions of events: tasks run one at a time on the caller's thread, by their
 * time and then in the order in which they were given. What is due at once costs no heap operation,
 * and what was cancelled is swept out as soon as it is most of what waits. Not thread-safe.
 */
public final class VirtualScheduler implements Scheduler {
  private static final int HEAP_MIN = 1024;

  /** Children of a node of the heap: fewer levels, and the children share a cache line. */
  private static final int ARITY = 4;

  private final Deque<Task> dueNow = new ArrayDeque<>();
  private Task[] heap = new Task[HEAP_MIN];
  private int size;
  private int cancelled;
  private long nowNanos;
  private long given;
  private long executed;
  private long hash;
  private Runnable afterEach = this::nothing;
  private String failure = "";

  /** One task: of a cancelled one, or one that has run, the body is null. */
  private final class Task implements Pending {
    private final long atNanos;
    private final long number;
    private final boolean inHeap;
    private Runnable body;

    Task(long atNanos, long number, boolean inHeap, Runnable body) {
      this.atNanos = atNanos;
      this.number = number;
      this.inHeap = inHeap;
      this.body = body;
    }

    boolean isBefore(Task other) {
      return atNanos < other.atNanos || (atNanos == other.atNanos && number < other.number);
    }

    @Override
    public void cancel() {
      if (body != null) {
        body = null;
        if (inHeap) {
          cancelled++;
          sweep();
        }
      }
    }
  }

  @Override
  public long nanoTime() {
    return nowNanos;
  }

  /**
   * Runs a task once, after so long.
   *
   * @param delayNanos less than zero is zero; what would be later than any long is at the last one
   */
  @Override
  public Pending schedule(long delayNanos, Runnable body) {
    long atNanos = nowNanos + Math.max(0, delayNanos);
    boolean isNow = delayNanos <= 0;
    Task task = new Task(atNanos < nowNanos ? Long.MAX_VALUE : atNanos, given++, !isNow, body);
    if (isNow) {
      dueNow.addLast(task);
    } else {
      add(task);
    }
    return task;
  }

  @Override
  public Executor serial() {
    return task -> schedule(0, task);
  }

  /** Something to do after every task, as to look whether all that should hold still does. */
  public void afterEach(Runnable check) {
    afterEach = check;
  }

  private void nothing() {}

  /**
   * Something has happened that must not, and whoever finds it may be called by somebody who lets
   * no exception through: the task that runs now is the last one, and ends the run.
   */
  public void fail(String what) {
    failure = failure.isEmpty() ? what : failure;
  }

  /** How many tasks have run. */
  public long executed() {
    return executed;
  }

  /** How many tasks wait, cancelled ones that were not swept out yet included. */
  public int waiting() {
    return size + dueNow.size();
  }

  /**
   * Enters something into the hash of what has happened.
   *
   * @param word whatever tells it from another event
   */
  public void note(long word) {
    hash = mix(hash ^ word) + nowNanos;
  }

  /** Of what has happened so far, and when: equal runs have equal ones. */
  public long hash() {
    return hash;
  }

  private static long mix(long word) {
    long z = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Runs the next task; answers whether there was one. The clock moves to its time. */
  public boolean runNext() {
    Task task = peek();
    if (task == null) {
      return false;
    }
    run(task);
    return true;
  }

  /** Runs what is due up to {@code nanos} from now, and moves the clock there. */
  public void advance(long nanos) {
    long until = nowNanos + nanos;
    for (Task task = peek(); task != null && task.atNanos <= until; task = peek()) {
      run(task);
    }
    nowNanos = Math.max(nowNanos, until);
  }

  private void run(Task task) {
    if (task.inHeap) {
      removeFirst();
    } else {
      dueNow.removeFirst();
    }
    nowNanos = task.atNanos;
    Runnable body = task.body;
    task.body = null;
    executed++;
    note(task.number);
    body.run();
    afterEach.run();
    if (!failure.isEmpty()) {
      throw new IllegalStateException("at " + nowNanos + " ns: " + failure);
    }
  }

  /** The next task that was not cancelled; null when there is none. */
  private Task peek() {
    while (!dueNow.isEmpty() && dueNow.peekFirst().body == null) {
      dueNow.removeFirst();
    }
    while (size > 0 && heap[0].body == null) {
      removeFirst();
      cancelled--;
    }
    Task now = dueNow.peekFirst();
    Task later = size > 0 ? heap[0] : null;
    return now == null || (later != null && later.isBefore(now)) ? later : now;
  }

  // ---- the heap ----

  private void add(Task task) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    }
    up(size++, task);
  }

  private void removeFirst() {
    Task last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      down(0, last);
    }
  }

  private void up(int from, Task task) {
    int at = from;
    while (at > 0) {
      int parent = (at - 1) / ARITY;
      if (!task.isBefore(heap[parent])) {
        break;
      }
      heap[at] = heap[parent];
      at = parent;
    }
    heap[at] = task;
  }

  private void down(int from, Task task) {
    int at = from;
    for (int child = at * ARITY + 1; child < size; child = at * ARITY + 1) {
      int least = child;
      for (int i = child + 1; i < Math.min(size, child + ARITY); i++) {
        least = heap[i].isBefore(heap[least]) ? i : least;
      }
      if (!heap[least].isBefore(task)) {
        break;
      }
      heap[at] = heap[least];
      at = least;
    }
    heap[at] = task;
  }

  /** Sweeps out what was cancelled, when that is most of the heap. */
  private void sweep() {
    if (size < HEAP_MIN || cancelled < size / 2) {
      return;
    }
    int kept = 0;
    for (int i = 0; i < size; i++) {
      if (heap[i].body != null) {
        heap[kept++] = heap[i];
      }
    }
    Arrays.fill(heap, kept, size, null);
    size = kept;
    cancelled = 0;
    for (int i = (size - 2) / ARITY; i >= 0 && size > 1; i--) {
      down(i, heap[i]);
    }
  }
}
