package io.evenkeel.hdfstest;

/** Whose client a test class is run with. */
enum Side {
  STOCK,
  EVENKEEL
}
