package io.evenkeel.hdfstest.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assume.assumeTrue;

import org.junit.Test;

/** As Hadoop's test classes are, without HDFS. */
public class Passes {
  @Test
  public void passes() {
    assertEquals(2, 1 + 1);
  }

  @Test
  public void isSkipped() {
    assumeTrue(false);
  }
}
