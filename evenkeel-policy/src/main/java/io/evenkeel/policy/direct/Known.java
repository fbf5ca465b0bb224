package io.evenkeel.policy.direct;

import java.util.Objects;

/**
 * What is known when a read is to be directed, before anybody is asked.
 *
 * @param queues which ones is said by {@link LoadDirection#belief}
 * @param table the latest one; {@link DirectionTable#empty} where there is none
 */
public record Known(QueueView queues, DirectionTable table) {
  public Known {
    Objects.requireNonNull(queues, "queues is null");
    Objects.requireNonNull(table, "table is null");
  }
}
