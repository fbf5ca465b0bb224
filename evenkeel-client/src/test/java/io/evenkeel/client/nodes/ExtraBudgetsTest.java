package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.engine.ReadLimits;
import io.evenkeel.policy.reading.SmallReads;
import io.evenkeel.testing.engine.ManualScheduler;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExtraBudgetsTest {
  @Test
  void aBurstWithoutEnd_isNoBan() {
    ReadLimits d = ReadLimits.defaults();
    ReadLimits endless =
        new ReadLimits(
            d.reservedBytes(),
            d.maxGroups(),
            d.skipDepth(),
            d.lateFactor(),
            d.lateFloorNanos(),
            d.openNanos(),
            d.coldNanosPerByte(),
            d.lagMemoryNanos(),
            d.stallNanos(),
            d.extraRatio(),
            Long.MAX_VALUE,
            d.detourRatio(),
            d.idleNanos(),
            d.initialBytes(),
            d.growth(),
            d.firstNanos());
    NodeBook any =
        new NodeBook(
            new ManualScheduler(), new SplittableRandom(26)::nextLong, endless, 1, entry -> {});
    assertThat(any.lateAllowance(new ReadShape(SmallReads.BYTES_MAX + 1, 1, 1, false)).mayAskMore())
        .isTrue();
  }
}
