package io.evenkeel.manager;

import java.util.function.Consumer;

/**
 * A hash set that costs 8 to 16 bytes an element, and gives out the element it holds. Open
 * addressing with linear probing. Who numbers its keys uses {@code KeyTable} of the cache policies,
 * which costs twice as much.
 */
final class CompactSet<T> {
  private static final int FIRST_CELLS = 64;
  private static final int SPREAD = 0x9E3779B9;
  private Object[] cells = new Object[FIRST_CELLS];
  private int size;

  /** The element that equals this one; null if there is none. */
  @SuppressWarnings("unchecked")
  T find(T like) {
    return (T) cells[cellOf(like)];
  }

  /** Adds what no element equals. */
  void add(T element) {
    if (2 * (size + 1) > cells.length) {
      grow();
    }
    int cell = cellOf(element);
    if (cells[cell] != null) {
      throw new IllegalStateException(element + " is here already");
    }
    cells[cell] = element;
    size++;
  }

  /** Removes what is in the set. */
  void remove(T element) {
    int hole = cellOf(element);
    if (cells[hole] == null) {
      throw new IllegalStateException(element + " is not here");
    }
    size--;
    // Whoever was pushed past the hole moves back, so that no search ends too early.
    for (int cell = next(hole); cells[cell] != null; cell = next(cell)) {
      int home = home(cells[cell]);
      if (((cell - home) & mask()) >= ((cell - hole) & mask())) {
        cells[hole] = cells[cell];
        hole = cell;
      }
    }
    cells[hole] = null;
  }

  int size() {
    return size;
  }

  /** All elements, in no order; valid until the next change. */
  @SuppressWarnings("unchecked")
  void forEach(Consumer<? super T> each) {
    for (Object element : cells) {
      if (element != null) {
        each.accept((T) element);
      }
    }
  }

  private int cellOf(Object element) {
    int cell = home(element);
    while (cells[cell] != null && !cells[cell].equals(element)) {
      cell = next(cell);
    }
    return cell;
  }

  private int home(Object element) {
    int hash = element.hashCode() * SPREAD;
    return (hash ^ (hash >>> 16)) & mask();
  }

  private int next(int cell) {
    return (cell + 1) & mask();
  }

  private int mask() {
    return cells.length - 1;
  }

  private void grow() {
    Object[] old = cells;
    cells = new Object[Math.multiplyExact(old.length, 2)];
    for (Object element : old) {
      if (element != null) {
        cells[cellOf(element)] = element;
      }
    }
  }
}
