package io.evenkeel.server;

/** What numbers an option takes. */
final class Bounds {
  private Bounds() {}

  /** The value; outside of its bounds an IllegalArgumentException that names the option. */
  static long require(String option, long value, long least, long most) {
    if (value < least || value > most) {
      String bounds = most == Long.MAX_VALUE ? least + " or more" : least + " to " + most;
      throw new IllegalArgumentException(option + " takes " + bounds + ", got " + value);
    }
    return value;
  }
}
