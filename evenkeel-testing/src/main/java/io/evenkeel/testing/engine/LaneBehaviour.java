package io.evenkeel.testing.engine;

import io.evenkeel.core.port.LaneRefusedException;
import java.io.IOException;

/** How the lanes of one source behave. Set up once, before the lanes are opened. */
public final class LaneBehaviour {
  long openNanos = 1_000_000;
  long opensFromNanos;
  double nanosPerByte = 10_000;
  double jitter;
  long slowUntilNanos;
  double slowFactor = 1;
  Throwable refusal;
  long stallAt = Long.MAX_VALUE;
  long failAt = Long.MAX_VALUE;
  int missPercent;
  boolean foreign;
  int wrongPercent;
  int shortPercent;
  int duplicatePercent;
  boolean deliversAfterAbort;
  long acknowledgeNanos;

  /** A healthy source: a millisecond to open, 10 microseconds a byte. */
  public static LaneBehaviour steady() {
    return new LaneBehaviour();
  }

  /** A source at a fraction of a healthy one's pace. */
  public static LaneBehaviour slow(double factor) {
    return steady().pace(factor * 10_000);
  }

  public LaneBehaviour open(long nanos) {
    openNanos = nanos;
    return this;
  }

  /** No lane to it opens before this time; after that they do as usual. */
  public LaneBehaviour stuckUntil(long nanos) {
    opensFromNanos = nanos;
    return this;
  }

  public LaneBehaviour pace(double nanos) {
    nanosPerByte = nanos;
    return this;
  }

  /** Every slice takes up to this much more, as a fraction of its time. */
  public LaneBehaviour jitter(double fraction) {
    jitter = fraction;
    return this;
  }

  /** Slower by {@code factor} up to a time, then as usual. */
  public LaneBehaviour slowUntil(long nanos, double factor) {
    slowUntilNanos = nanos;
    slowFactor = factor;
    return this;
  }

  /** Opening fails. */
  public LaneBehaviour refuses() {
    refusal = new IOException("refused");
    return this;
  }

  /** This process has no thread to open it with. */
  public LaneBehaviour isRefusedHere() {
    refusal = new LaneRefusedException("all lane threads are busy", null);
    return this;
  }

  /** Slices that end beyond this offset never come, and nothing is said about it. */
  public LaneBehaviour stallAt(long offset) {
    stallAt = offset;
    return this;
  }

  /** The lane fails at the first slice that ends beyond this offset. */
  public LaneBehaviour failAt(long offset) {
    failAt = offset;
    return this;
  }

  /** So many slices are missing, or known by the source to be corrupt. */
  public LaneBehaviour misses(int percent) {
    missPercent = percent;
    return this;
  }

  /** What is missing is of another release's form. */
  public LaneBehaviour foreign() {
    foreign = true;
    return this;
  }

  /** So many slices that have a proof are delivered with bytes that contradict it. */
  public LaneBehaviour wrong(int percent) {
    wrongPercent = percent;
    return this;
  }

  /** So many slices lack their last byte. */
  public LaneBehaviour shortens(int percent) {
    shortPercent = percent;
    return this;
  }

  /** So many slices are delivered twice. */
  public LaneBehaviour duplicates(int percent) {
    duplicatePercent = percent;
    return this;
  }

  /** What is under way at an abort is still delivered, or its buffer given back, so much later. */
  public LaneBehaviour acknowledgesAfter(long nanos, boolean delivers) {
    acknowledgeNanos = nanos;
    deliversAfterAbort = delivers;
    return this;
  }
}
