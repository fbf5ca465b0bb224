package io.evenkeel.manager;

import static io.evenkeel.manager.Scenario.A;
import static io.evenkeel.manager.Scenario.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.ManagerApi.Reservation;
import io.evenkeel.testing.manager.Stripes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * POCache's unit is a file: it is decided about and goes as a whole. By {@link Scenario}'s numbers:
 * a stripe is 200 bytes, and its parity takes 110. Clients ask stripe by stripe.
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
            .byFiles(LARGEST_FILE_BYTES);
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

  /** Stripe by stripe, of a file that is no longer. */
  private static List<ContentVersion> read(Scenario s, List<PlacedStripe> stripes) {
    return read(s, stripes, 200L * stripes.size());
  }

  private static List<ContentVersion> read(Scenario s, List<PlacedStripe> stripes, long fileBytes) {
    List<ContentVersion> wanted = new ArrayList<>();
    for (PlacedStripe each : stripes) {
      wanted.addAll(s.manager.tickets(0, ofFile(List.of(each), fileBytes)).answer().wanted());
      s.manager.check();
    }
    return wanted;
  }

  private static List<PlacedStripe> ofFile(List<PlacedStripe> stripes, long fileBytes) {
    return stripes.stream()
        .map(each -> new PlacedStripe(each.path(), each.stripe(), Optional.of(fileBytes)))
        .toList();
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
        .as("one read is one access")
        .isEqualTo(1);
    // More than is free: all of the other file goes.
    assertThat(read(s, file(2, 2))).hasSize(2);
    assertThat(cached(s, file(1, 3))).isZero();
    assertThat(s.manager.status(0).evictedStripes()).isEqualTo(3);
    fill(s, file(2, 2));
    assertThat(cached(s, file(2, 2))).isEqualTo(2);
  }

  /** On a node that has others' keys, too. 1,100 / 16 may go on credit, and four times that. */
  @Test
  void whatGoesForRoom_isCountedByWholeFiles() {
    Scenario s = scenario(1100);
    for (int stripes : new int[] {1, 3}) {
      read(s, file(stripes, stripes));
      fill(s, file(stripes, stripes));
    }
    s.manager.toldUsedBytes(A, 1090);
    PlacedStripe large = Scenario.content(9, Stripes.geometry(CodeSpec.xor(2), 100, 200), 1);
    s.manager.tickets(0, List.of(large));
    assertThat(s.reserveFill(0, 2000, large).answer().granted())
        .as("110 and 330 for 220")
        .isFalse();
    assertThat(cached(s, file(1, 1)) + cached(s, file(3, 3))).isEqualTo(4);
    PlacedStripe small = Scenario.content(8, Scenario.GEOMETRY, 1);
    s.manager.tickets(0, List.of(small));
    assertThat(s.reserveFill(0, 2001, small).answer().granted()).isTrue();
    assertThat(cached(s, file(1, 1)) + cached(s, file(3, 3))).isEqualTo(3);
    s.manager.check();
  }

  @Test
  void aFileLargerThanTheCache_isNotCached_andDisplacesNothing() {
    Scenario s = scenario(440);
    read(s, file(2, 2));
    fill(s, file(2, 2));
    assertThat(read(s, file(1, 5))).as("550 bytes").isEmpty();
    assertThat(cached(s, file(2, 2))).isEqualTo(2);
    assertThat(s.manager.status(0).policy().wantedFills()).isZero();
    assertThat(s.manager.explain(0, List.of(stripe(1, 0, 1).version())).get(0).decision())
        .isEqualTo(ParityReason.TOO_LARGE.text());
    assertThat(read(s, file(1, 4))).hasSize(4);
  }

  @Test
  void moreOfACachedFile_joinsIt_andDisplacesOthersButNotItself() {
    Scenario s = scenario(440);
    read(s, file(1, 2));
    fill(s, file(1, 2));
    read(s, file(2, 1));
    fill(s, file(2, 1));
    assertThat(read(s, List.of(stripe(1, 2, 1), stripe(1, 3, 1)), 800)).hasSize(2);
    assertThat(cached(s, file(2, 1))).isZero();
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
    assertThat(read(s, List.of(stripe(1, 4, 1)), 1000)).as("it has grown too large").isEmpty();
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
  }

  @Test
  void aStragglerThatTouchesOneStripe_touchesTheFile() {
    Scenario s = scenario(440);
    s.hangs(SECOND, 2);
    List<PlacedStripe> half = List.of(stripe(1, 0, 1), stripe(1, 1, 2));
    assertThat(s.manager.tickets(SECOND, file(3, 2)).answer().wanted()).isEmpty();
    assertThat(s.manager.tickets(SECOND, half).answer().wanted())
        .as("of the first nobody knows yet that it is of such a file")
        .containsExactly(half.get(1).version());
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
    assertThat(s.manager.tickets(SECOND, ofFile(three, 600)).answer().wanted()).isEmpty();
    assertThat(s.manager.tickets(SECOND, ofFile(four, 800)).answer().wanted()).isEmpty();
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
    s.manager.withdraw(0, Witness.THIS_MACHINE, Stripes.id(100), "it is gone");
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
    s.manager.tick(3 * SECOND);
    s.manager.check();
    PlacedStripe newcomer = new PlacedStripe("/file-1", stripe(5, 0, 1).stripe());
    assertThat(read(s, List.of(new PlacedStripe("/elsewhere", stripe(1, 1, 1).stripe()))))
        .isEmpty();
    assertThat(read(s, List.of(newcomer))).hasSize(1);
    fill(s, List.of(newcomer));
    read(s, List.of(newcomer));
    read(s, List.of(newcomer));
    assertThat(read(s, file(2, 3))).hasSize(3);
    assertThat(cached(s, file(1, 2))).as("both, asked for twice, go for the third").isZero();
    assertThat(cached(s, List.of(newcomer))).as("and what was asked for thrice stays").isOne();
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
    assertThat(s.manager.reserve(0, Stripes.id(9), Scenario.GEOMETRY).answer().reason())
        .as("another file would need as much")
        .contains(
            "110 bytes are free of 440 bytes, and 330 bytes are set aside for one of 600 bytes");
    assertThat(write(s, 1).granted()).isTrue();
    assertThat(write(s, 2).granted()).isTrue();
    assertThat(write(s, 3).reason())
        .contains("beyond the first 600 bytes of its file", "--largest-file-bytes");
    for (int number = 0; number < 2; number++) {
      s.manager.publish(0, new StripeId(WRITER, number), stripe(1, number, 1));
      s.manager.check();
    }
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
    s.manager.withdraw(0, Witness.THIS_MACHINE, new StripeId(WRITER, 2), "not needed");
    s.manager.check();
    assertThat(read(s, file(2, 2))).as("220 bytes are free again").hasSize(2);
    assertThat(cached(s, file(1, 2))).isEqualTo(2);
  }

  @Test
  void aWriteOfLongBlocks_takesMoreThanWholeStripesWould() {
    Scenario s = scenario(1100);
    StripeGeometry longBlock = new StripeGeometry(CodeSpec.xor(2), 100, List.of(400L));
    StripeId id = new StripeId(WRITER, 0);
    assertThat(s.manager.reserve(0, id, longBlock).answer().granted()).isTrue();
    s.manager.check();
    StripeGeometry longer = new StripeGeometry(CodeSpec.xor(2), 100, List.of(600L));
    assertThat(s.manager.reserve(0, id, longer).answer().granted()).isTrue();
    s.manager.check();
    StripeGeometry tooLong = new StripeGeometry(CodeSpec.xor(2), 100, List.of(601L));
    assertThat(s.manager.reserve(0, id, tooLong).answer().reason())
        .contains("beyond the first 600 bytes");
    s.manager.check();
    assertThat(read(s, file(2, 4))).as("440 bytes of 1100 but for 660").hasSize(4);
    assertThat(s.manager.withdraw(0, Witness.THIS_MACHINE, id, "not needed").answer().accepted())
        .isTrue();
    s.manager.check();
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
  void aRenamedFile_isKnownForItsAccesses_cachedOrNot() {
    Scenario s = scenario(100);
    for (int i = 0; i < 5; i++) {
      assertThat(read(s, file(1, 2))).isEmpty();
    }
    PlacedStripe moved = new PlacedStripe("/elsewhere", stripe(1, 0, 1).stripe());
    read(s, List.of(moved), 400);
    assertThat(s.manager.explain(0, List.of(moved.version())).get(0).accesses()).isEqualTo(6);
  }

  @Test
  void pathsOfOneHashCode_haveOthersHere() {
    assertThat("/Aa".hashCode()).isEqualTo("/BB".hashCode());
    KnownFiles files = new KnownFiles(new SecretHash(() -> 42), gone -> {});
    KnownStripe one = new KnownStripe(new byte[] {1}, 1);
    KnownStripe other = new KnownStripe(new byte[] {2}, 2);
    one.path = "/Aa";
    other.path = "/BB";
    assertThat(files.at(one).part.hashCode()).isNotEqualTo(files.at(other).part.hashCode());
  }

  @Test
  void aPathOfManyContents_isManyUnits() {
    Scenario s = scenario(300_000);
    int contents = KnownFile.STRIPES_MAX + 2;
    List<ContentVersion> versions = new ArrayList<>();
    for (int number = 0; number < contents; number++) {
      List<List<NodeId>> replicas = List.of(List.of(), List.of());
      ContentVersion version = Stripes.version(1 + number, Scenario.GEOMETRY);
      versions.add(version);
      Stripe stripe = new Stripe(0, 0, Scenario.GEOMETRY, version, replicas);
      read(s, List.of(new PlacedStripe("/rewritten", stripe)));
    }
    assertThat(s.manager.explain(0, versions.subList(0, 1)).get(0).accesses())
        .as("as many contents as one unit has")
        .isEqualTo(KnownFile.STRIPES_MAX);
    assertThat(s.manager.explain(0, versions.subList(contents - 1, contents)).get(0).accesses())
        .as("the others are each by itself")
        .isEqualTo(1);
  }
}
