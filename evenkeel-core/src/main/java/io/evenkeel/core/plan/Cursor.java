package io.evenkeel.core.plan;

/** A planner's place in its range: two numbers that are its own. */
public record Cursor(int part, int step) {
  public static final Cursor START = new Cursor(0, 0);
}
