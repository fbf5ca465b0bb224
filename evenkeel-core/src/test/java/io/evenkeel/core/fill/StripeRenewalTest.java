package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.FakeManager.Mood;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What is not published yet is kept: its room by a lease, its fragments by their time to live. */
class StripeRenewalTest {
  private static final int BLOCK = 4000;

  private final WriteScene scene = new WriteScene(WriteScene.limits(CodeSpec.rs(2, 2), 1000));
  private final byte[] file = WriteScene.bytes(1, 5 * BLOCK + 1234);

  /** All of the file is, and it is not closed. */
  private ParityEncoder written() {
    ParityEncoder encoder = scene.open(BLOCK);
    encoder.write(file, 0, file.length);
    return encoder;
  }

  private void assertPublishedOnceClosed(ParityEncoder encoder) {
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.exhaust();
    scene.assertPublished(file, BLOCK);
    scene.assertAtRest();
  }

  @Test
  void fileWrittenLongerThanTheTimeToLive_keepsItsFragmentsAlive() {
    scene.manager.timeToLive = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(100).toNanos());
    // After 20, 40, 60 and 80 seconds, of three stripes on two nodes.
    assertThat(scene.store.renewals).isEqualTo(4 * 3 * 2);
    scene.store.fragments.keySet().removeIf(key -> key.stripe().stripe() == 1);
    scene.time.advance(Duration.ofSeconds(30).toNanos());
    WriteScene.close(encoder, file.length, BLOCK);
    scene.time.exhaust();
    assertThat(scene.manager.published.keySet().stream().map(id -> id.stripe()))
        .containsExactly(0, 2);
    scene.assertAtRest();
  }

  @Test
  void roomTakenBackByTheManager_givesTheStripesUp() {
    scene.manager.lease = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    scene.manager.reserving = Mood.NO;
    scene.time.advance(Duration.ofSeconds(30).toNanos());
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  /** A withdrawal that overtakes the renewal would leave the room taken. */
  @Test
  void givenUpWhileItsLeaseIsRenewed_leavesNoRoomTaken() {
    scene.manager.lease = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(19).toNanos());
    assertThat(scene.manager.reserved).hasSize(3);
    // The renewal after 20 s takes a while to arrive.
    scene.manager.latencyNanos = Duration.ofMillis(200).toNanos();
    scene.time.advance(Duration.ofMillis(1100).toNanos());
    scene.manager.latencyNanos = 1_000_000;
    encoder.abandon("the pipeline failed");
    scene.time.exhaust();
    scene.assertNothingStored();
    scene.assertAtRest();
  }

  @Test
  void managerThatIsSilentForALease_hasGivenTheRoomToOthers() {
    scene.manager.lease = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(30).toNanos());
    scene.manager.reserving = Mood.FAIL;
    scene.time.advance(Duration.ofSeconds(49).toNanos());
    assertThat(scene.store.fragments).as("it asked last after 20 seconds").isNotEmpty();
    scene.time.advance(Duration.ofSeconds(2).toNanos());
    scene.assertNothingStored();
    assertThat(encoder.closed()).isFalse();
    scene.time.exhaust();
    scene.assertAtRest();
  }

  /** Its room is none of a reservation any more, and what is published is not given up for that. */
  @Test
  void roomThatIsAskedForAgainAsItIsPublished_givesUpNothing() {
    scene.manager.lease = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    scene.manager.latencyNanos = Duration.ofSeconds(5).toNanos();
    scene.manager.reserving = Mood.NO;
    scene.time.advance(Duration.ofSeconds(11).toNanos());
    assertPublishedOnceClosed(encoder);
  }

  @Test
  void renewalThatFailsWhileItIsPublished_givesUpNothing() {
    scene.manager.lease = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    scene.manager.reserving = Mood.FAIL;
    scene.manager.latencyNanos = Duration.ofSeconds(4).toNanos();
    // Renewals at 20, 26.5, 33, 39.5, 46, 52.5 and 59 s; the last is under way.
    scene.time.advance(Duration.ofMillis(49_500).toNanos());
    scene.manager.latencyNanos = Duration.ofSeconds(9).toNanos();
    assertPublishedOnceClosed(encoder);
  }

  @Test
  void cacheNodeAwayForAMoment_costsNothing() {
    scene.manager.timeToLive = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    scene.store.renewing = Mood.FAIL;
    scene.time.advance(Duration.ofSeconds(20).toNanos());
    assertThat(scene.store.renewals).as("asked, in vain").isEqualTo(3 * 2);
    scene.store.renewing = Mood.YES;
    scene.time.advance(Duration.ofSeconds(20).toNanos());
    assertPublishedOnceClosed(encoder);
  }

  @Test
  void managerAwayForAMoment_costsNothing() {
    scene.manager.lease = Duration.ofSeconds(60);
    ParityEncoder encoder = written();
    scene.time.advance(Duration.ofSeconds(10).toNanos());
    scene.manager.reserving = Mood.HANG;
    scene.time.advance(Duration.ofSeconds(30).toNanos());
    assertPublishedOnceClosed(encoder);
  }
}
