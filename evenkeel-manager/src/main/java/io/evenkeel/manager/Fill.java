package io.evenkeel.manager;

import io.evenkeel.core.model.Witness;

/** That the parity of a known stripe is wanted, is being made, or could not be made. */
final class Fill {
  /** How far it is. */
  enum State {
    /** Whoever reads the stripe may make it; an order for it waits to be given. */
    QUEUED,
    /** Somebody has the order and has not reserved room yet. */
    ORDERED,
    /** Somebody holds room for it. */
    LEASED,
    /** It failed or is no longer wanted; remembered for its failures. */
    RESTING
  }

  /** Why it is wanted, the most urgent first. */
  enum Kind {
    /** It was asked for while a straggler touched it. */
    TOUCHED,
    /** It was not asked for, but is likely to be, and a straggler touches it. */
    PREFETCH,
    /** It was asked for. */
    ASKED,
    /** It was asked for, and somebody says since that another content is there. */
    SUPERSEDED
  }

  /** Where a content is to be read. */
  record StripePath(String path, int stripe) {}

  State state = State.RESTING;

  /** Where it was when it was queued; null when it is neither queued nor ordered. */
  StripePath place;

  Kind kind = Kind.ASKED;

  /** Who has asked for it; null of what nobody has asked for. */
  Witness by;

  /** Of what is queued, since when; of an order, when it lapses; of what rests, until when. */
  long nanos;

  /** Of what is queued, from when on an order may be given: later where there was no room. */
  long laterNanos;

  /** How many orders in a row nobody reserved for. */
  int lapses;

  /** How often in a row it was begun and came to nothing. */
  int failures;

  boolean isOpen() {
    return state == State.QUEUED || state == State.ORDERED;
  }
}
