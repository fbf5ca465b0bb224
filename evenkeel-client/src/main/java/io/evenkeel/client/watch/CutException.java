package io.evenkeel.client.watch;

/**
 * A watched wait for a DataNode was ended from outside. Unchecked, because the stock client answers
 * every checked failure by trying again by itself: this one goes through it to whoever has asked it
 * to read, at once and on the same thread.
 */
public final class CutException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CutException(String message) {
    super(message, null, false, false);
  }
}
