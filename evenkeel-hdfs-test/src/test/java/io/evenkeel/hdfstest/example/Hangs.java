package io.evenkeel.hdfstest.example;

import java.util.concurrent.CountDownLatch;
import org.junit.Test;

/** A test class that does not end. */
public class Hangs {
  @Test
  public void hangs() throws InterruptedException {
    new CountDownLatch(1).await();
  }
}
