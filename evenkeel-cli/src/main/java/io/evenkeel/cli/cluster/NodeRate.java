package io.evenkeel.cli.cluster;

import io.evenkeel.core.log.ByteText;

/** What DataNodes serve at most, for people. */
public final class NodeRate {
  private NodeRate() {}

  /**
   * Such as {@code at 64 MiB/s}, or {@code without a limit}.
   *
   * @param bytesPerSecond of each; 0 for no limit
   */
  public static String text(long bytesPerSecond) {
    return bytesPerSecond == 0 ? "without a limit" : "at " + ByteText.of(bytesPerSecond) + "/s";
  }
}
