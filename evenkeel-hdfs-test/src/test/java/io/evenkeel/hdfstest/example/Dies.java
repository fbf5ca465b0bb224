package io.evenkeel.hdfstest.example;

import org.junit.Test;

/** A test class that ends its process. */
public class Dies {
  @Test
  public void dies() {
    Runtime.getRuntime().halt(3);
  }
}
