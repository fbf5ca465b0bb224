package io.evenkeel.manager;

/** A list in order of appending; everything is done in constant time. */
final class Chain<T extends Linked<T>> {
  private T first;
  private T last;
  private int size;

  /** Puts an element at the end, out of whichever chain it was in. */
  void append(T element) {
    if (element.chain != null) {
      element.chain.remove(element);
    }
    element.chain = this;
    element.before = last;
    if (last == null) {
      first = element;
    } else {
      last.after = element;
    }
    last = element;
    size++;
  }

  /** Takes an element of this chain out. */
  void remove(T element) {
    if (element.chain != this) {
      throw new IllegalStateException(element + " is not in this chain");
    }
    if (element.before == null) {
      first = element.after;
    } else {
      element.before.after = element.after;
    }
    if (element.after == null) {
      last = element.before;
    } else {
      element.after.before = element.before;
    }
    element.before = null;
    element.after = null;
    element.chain = null;
    size--;
  }

  /** The element appended the longest ago; null if there is none. */
  T first() {
    return first;
  }

  int size() {
    return size;
  }
}
