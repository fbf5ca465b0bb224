package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * POCache's unit is a file: it is decided about and goes as a whole. By {@link Scenario}'s numbers:
 * the parity of a stripe takes 110 bytes.
 */
class FileUnitsTest {
  private static final long LARGEST_FILE_BYTES = 600;
  private static final Epoch WRITER = new Epoch("00000000000000000000000000000007");
  private int ids = 100;

  private static Scenario scenario(long capacityBytes) {
    ManagerSettings settings =
        ManagerSettings.of(capacityBytes, Duration.ofSeconds(30))
            .withLimits(5000, Duration.ofSeconds(3600))
            .asInThePaper()
            .withDetector("ratio-to-median", Duration.ofSeconds(60), Duration.ofSeconds(1))
            .withFills(Duration.ofSeconds(2), 4000, Duration.ofSeconds(10))
            .withLargestFile(LARGEST_FILE_BYTES);
    return new Scenario(settings, A);
  }

  /** A stripe of a file whose first block is on a DataNode. */
  private static PlacedStripe stripe(int file, int number, int node) {
    List<List<NodeId>> replicas =
        List.of(List.of(Scenario.dataNode(node)), List.of(Scenario.dataNode(9)));
    ContentVersion version = Stripes.version(1 + 10 * file + number, Scenario.GEOMETRY);
    return new PlacedStripe(
        "/file-" + file, new Stripe(number, 200L * number, Scenario.GEOMETRY, version, replicas));
  }

  private static List<PlacedStripe> file(int file, int stripes) {
    List<PlacedStripe> all = new ArrayList<>();
    for (int number = 0; number < stripes; number++) {
      all.add(stripe(file, number, 1));
    }
    return all;
  }

  private static List<ContentVersion> read(Scenario s, List<PlacedStripe> stripes) {
    List<ContentVersion> wanted = s.manager.tickets(0, stripes).answer().wanted();
    s.manager.check();
    return wanted;
  }

  /** Makes the parity of what is wanted. */
  private void fill(Scenario s, List<PlacedStripe> stripes) {
    for (PlacedStripe each : stripes) {
      StripeId id = Stripes.id(ids++);
      assertThat(s.manager.reserveFill(0, id, each.version(), each.geometry()).answer().granted())
          .isTrue();
      assertThat(s.manager.publish(0, id, each).answer().accepted()).isTrue();
      s.manager.check();
    }
  }

  private static long cached(Scenario s, List<PlacedStripe> stripes) {
    return s.manager.explain(0, stripes.stream().map(PlacedStripe::version).toList()).stream()
        .filter(each -> each.isCached())
        .count();
  }

  @Test
  void aFile_isOneAccess_andGoesAsAWhole() {
    Scenario s = scenario(440);
    assertThat(read(s, file(1, 3))).hasSize(3);
    fill(s, file(1, 3));
    assertThat(s.manager.explain(0, List.of(stripe(1, 0, 1).version())).get(0).accesses())
        .as("one request is one access")
        .isEqualTo(1);
    // One byte too much for what is free: all of the other file goes.
    assertThat(read(s, file(2, 2))).hasSize(2);
    assertThat(cached(s, file(1, 3))).isZero();
    assertThat(s.manager.status(0).evictedStripes()).isEqualTo(3);
    fill(s, file(2, 2));
    assertThat(cached(s, file(2, 2))).isEqualTo(2);
  }

  @Test
  void whatDoesNotFit_isCachedNotInPart() {
    Scenario s = scenario(440);
    assertThat(read(s, file(1, 5))).as("550 bytes").isEmpty();
    assertThat(s.manager.status(0).policy().wantedFills()).isZero();
    assertThat(read(s, file(1, 4))).hasSize(4);
  }

  @Test
  void moreOfACachedFile_joinsIt_andDisplacesOthersButNotItself() {
    Scenario s = scenario(440);
    read(s, file(1, 2));
    fill(s, file(1, 2));
    read(s, file(2, 1));
    fill(s, file(2, 1));
    assertThat(read(s, List.of(stripe(1, 2, 1), stripe(1, 3, 1)))).hasSize(2);
    assertThat(cached(s, file(2, 1))).isZero();
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
    assertThat(read(s, List.of(stripe(1, 4, 1)))).as("it is as large as the cache").isEmpty();
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
  }

  @Test
  void aStragglerThatTouchesOneStripe_touchesTheFile() {
    Scenario s = scenario(440);
    s.hangs(SECOND, 2);
    List<PlacedStripe> half = List.of(stripe(1, 0, 1), stripe(1, 1, 2));
    assertThat(s.manager.tickets(SECOND, file(3, 2)).answer().wanted()).isEmpty();
    assertThat(s.manager.tickets(SECOND, half).answer().wanted()).hasSize(2);
    s.manager.check();
  }

  @Test
  void prefetch_isOfWholeFiles_asLongAsTheyFitItsShare() {
    Scenario s = scenario(825);
    s.hangs(SECOND, 3);
    List<PlacedStripe> three = List.of(stripe(1, 0, 1), stripe(1, 1, 2), stripe(1, 2, 1));
    List<PlacedStripe> four =
        List.of(stripe(2, 0, 1), stripe(2, 1, 2), stripe(2, 2, 1), stripe(2, 3, 1));
    assertThat(s.manager.tickets(SECOND, three).answer().wanted()).isEmpty();
    assertThat(s.manager.tickets(SECOND, four).answer().wanted()).isEmpty();
    s.hangs(2 * SECOND, 2);
    s.manager.check();
    assertThat(s.fills(3 * SECOND))
        .as("theta_p is 330 bytes")
        .extracting(FillOrder::path)
        .containsExactly("/file-1", "/file-1", "/file-1");
    s.manager.check();
  }

  @Test
  void parityThatIsLost_leavesTheRestOfItsFile() {
    Scenario s = scenario(440);
    read(s, file(1, 3));
    fill(s, file(1, 3));
    s.manager.withdraw(0, Stripes.id(100), "it is gone");
    s.manager.check();
    assertThat(cached(s, file(1, 3))).isEqualTo(2);
    assertThat(read(s, file(1, 3))).hasSize(1);
  }

  @Test
  void aRenamedFile_staysOneUnit_andWhatTakesItsPlaceIsAnother() {
    Scenario s = scenario(440);
    read(s, file(1, 2));
    fill(s, file(1, 2));
    s.manager.changed(0, List.of(PathChange.moved("/file-1", "/elsewhere")));
    s.manager.check();
    for (PlacedStripe each : file(1, 2)) {
      read(s, List.of(new PlacedStripe("/elsewhere", each.stripe())));
    }
    read(s, file(2, 3));
    assertThat(cached(s, file(1, 2))).as("both go for the newcomer").isZero();
  }

  private static Reservation write(Scenario s, int number) {
    Reservation answer =
        s.manager.reserve(0, new StripeId(WRITER, number), Scenario.GEOMETRY).answer();
    s.manager.check();
    return answer;
  }

  @Test
  void aWrite_takesTheRoomOfTheLargestFile_andGivesBackWhatItDoesNotUse() {
    Scenario s = scenario(440);
    assertThat(write(s, 0).granted()).isTrue();
    assertThat(s.manager.reserve(0, Stripes.id(9), Scenario.GEOMETRY).answer().granted())
        .as("of 440 bytes 330 are set aside, and another file would need as many")
        .isFalse();
    assertThat(write(s, 1).granted()).isTrue();
    assertThat(write(s, 2).granted()).isTrue();
    assertThat(write(s, 3).reason()).contains("more than the largest file");
    for (int number = 0; number < 2; number++) {
      s.manager.publish(0, new StripeId(WRITER, number), stripe(1, number, 1));
      s.manager.check();
    }
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
    s.manager.withdraw(0, new StripeId(WRITER, 2), "not needed");
    s.manager.check();
    assertThat(read(s, file(2, 2))).as("220 bytes are free again").hasSize(2);
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
  }

  @Test
  void aWriteThatIsNeverPublished_freesAllOfItsRoom() {
    Scenario s = scenario(440);
    assertThat(write(s, 0).granted()).isTrue();
    s.manager.tick(31 * SECOND);
    s.manager.check();
    assertThat(s.manager.tickets(31 * SECOND, file(2, 4)).answer().wanted()).hasSize(4);
  }

  @Test
  void aPathOfManyContents_isManyUnits() {
    Scenario s = scenario(300_000);
    int contents = FileUnits.STRIPES_MAX + 2;
    for (int number = 0; number < contents; number++) {
      List<List<NodeId>> replicas = List.of(List.of(), List.of());
      ContentVersion version = Stripes.version(1 + number, Scenario.GEOMETRY);
      Stripe stripe = new Stripe(0, 0, Scenario.GEOMETRY, version, replicas);
      s.manager.tickets(0, List.of(new PlacedStripe("/rewritten", stripe)));
    }
    s.manager.check();
    assertThat(s.manager.status(0).policy().wantedFills()).isEqualTo(1);
  }
}
