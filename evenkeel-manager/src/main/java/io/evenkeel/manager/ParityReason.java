package io.evenkeel.manager;

/** Why a stripe's parity is cached or not, as it was decided last. */
enum ParityReason {
  NONE("nothing decided yet"),
  PUBLISHED("cached"),
  WRITTEN("cached when the file was written"),
  ADOPTED("cached already when the manager started"),
  WANTED("to be cached: asked for often enough"),
  SUPERSEDED("to be cached when nothing else is: its file was said to have another content"),
  PREFETCH("to be cached: likely to be read, and a straggler touches it"),
  NO_CACHE("not cached: this manager has no cache node (--redis)"),
  NO_PARITY("not cached: its code has no parity"),
  ONE_BLOCK("not cached: the parity of one block is a copy of it"),
  TOO_LARGE("not cached: its parity is larger than the cache"),
  NOT_TOUCHED("not cached: there are stragglers, and none touches it"),
  NOT_WORTH_IT("not cached: what would go for it is asked for at least as often"),
  NO_ROOM("not cached: what may be given up is too little"),
  RESTING("not cached: its parity could not be made lately, and is not tried again yet"),
  TOO_MANY_WANTED(
      "not cached: too much parity is waiting to be made, of its folder, for its machine or of all"),
  EVICTED("no longer cached: given up for other parity"),
  LOST("no longer cached: the cache nodes lost it, or it was withdrawn"),
  GONE("no longer cached: its file was said to be gone, and others needed the room"),
  FILE_GONE("not cached: its file was said to be gone"),
  NOT_MADE("not cached: nobody made its parity in time"),
  NOT_PREFETCHED("not cached: no straggler touches it any more, or others were worth more");

  private final String text;

  ParityReason(String text) {
    this.text = text;
  }

  /** For people. */
  String text() {
    return text;
  }
}
