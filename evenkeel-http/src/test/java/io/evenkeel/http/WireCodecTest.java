package io.evenkeel.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PathChange;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.Reservation;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireCodecTest {
  enum Kind {
    ONE,
    OTHER
  }

  record All(
      String text,
      NodeId node,
      CodeSpec code,
      Duration time,
      Kind kind,
      int count,
      long bytes,
      double share,
      boolean flag,
      List<Long> list) {}

  private static final All VALUE =
      new All(
          "a \"quoted\" \u00fc \ud83d\ude00 \n",
          new NodeId("10.0.0.1:9866"),
          CodeSpec.xor(4),
          Duration.ofMillis(1500),
          Kind.OTHER,
          Integer.MIN_VALUE,
          Long.MAX_VALUE,
          -1e-9,
          true,
          List.of(1L, -2L));

  private static final String JSON = new String(WireCodec.write(VALUE), UTF_8);

  private static All read(String json) throws IOException {
    return WireCodec.read(json.getBytes(UTF_8), All.class);
  }

  @Test
  void everyKind_comesBack() throws IOException {
    assertThat(read(JSON)).isEqualTo(VALUE);
    assertThat(JSON).contains("\"code\":\"" + VALUE.code() + "\"").contains("\"time\":\"PT1.5S\"");
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 0, 1e300})
  void everyDouble_comesBack(double share) throws IOException {
    record One(double share) {}
    One one = new One(share);
    assertThat(WireCodec.read(WireCodec.write(one), One.class)).isEqualTo(one);
  }

  record Old(int count) {}

  record New(int count, Optional<NodeId> added) {}

  /** Each understands the other's words, whichever is older. */
  @Test
  void optionalComponent_isSpokenByNewReleasesAndMissedByNone() throws IOException {
    New more = new New(7, Optional.of(new NodeId("a:1")));
    New less = new New(7, Optional.empty());
    Old old = new Old(7);
    for (New value : List.of(more, less)) {
      assertThat(WireCodec.read(WireCodec.write(value), New.class)).isEqualTo(value);
      assertThat(WireCodec.read(WireCodec.write(value), Old.class)).isEqualTo(old);
    }
    assertThat(WireCodec.read(WireCodec.write(old), New.class)).isEqualTo(less);
    assertThatThrownBy(() -> WireCodec.read("{\"count\":7,\"added\":1}".getBytes(UTF_8), New.class))
        .hasMessageContaining(".added: expected text");
  }

  @Test
  void nodeThatATerminalWouldObey_isRefusedAsAnyOtherMisfit() {
    String json = JSON.replace("10.0.0.1:9866", "a\\u001b[2J:1");
    assertThatThrownBy(() -> read(json))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(".node")
        .hasMessageContaining("neither blanks nor control characters");
  }

  @Test
  void loadOfAManagerThatKnowsNoQueues_isRead() throws IOException {
    NodeLoad load =
        new NodeLoad(
            new NodeId("a:1"), 1, 1, false, "", Ledger.NONE, Ledger.NONE, Optional.of(1000L));
    String json = new String(WireCodec.write(load), UTF_8);
    String added = ",\"queuedBytes\":1000}";
    assertThat(json).endsWith(added);
    assertThat(WireCodec.read(json.getBytes(UTF_8), NodeLoad.class)).isEqualTo(load);
    String before = json.replace(added, "}");
    assertThat(WireCodec.read(before.getBytes(UTF_8), NodeLoad.class).queuedBytes()).isEmpty();
  }

  @Test
  void unknownProperties_areIgnored_whateverIsInThem() throws IOException {
    String more = "{\"new\":{\"a\":[1,{\"b\":null}],\"text\":\"x\"},";
    assertThat(read(more + JSON.substring(1))).isEqualTo(VALUE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"count\":-2147483648 | \"count\":2147483648 | .count: expected a whole number from",
        "\"count\":-2147483648 | \"count\":1.0 | .count: expected a whole number, found 1.0",
        "\"count\":-2147483648 | \"count\":\"1\" | .count: expected a whole number, found string",
        "\"count\":-2147483648 | \"count\":null | .count: expected a whole number, found null",
        "9223372036854775807 | 9223372036854775808 | .bytes: expected a whole number, found 92",
        "true | \"true\" | .flag: expected true or false, found string",
        "[1,-2] | {} | .list: expected a list, found begin object",
        "[1,-2] | [1,[]] | .list[1]: expected a whole number, found begin array",
        "PT1.5S | 1.5 s | .time: ",
        "OTHER | NEITHER | .kind: expected one of [ONE, OTHER], got 'NEITHER'",
        "\"share\":-1.0E-9 | \"share\":\"much\" | .share: expected a number, found string",
        "\"share\":-1.0E-9, | '' | 'share' is missing",
      })
  void whatDoesNotFit_isNamedWithItsPlace(String right, String wrong, String says) {
    assertThat(JSON).contains(right);
    assertThatThrownBy(() -> read(JSON.replace(right, wrong)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(says);
  }

  @Test
  void whatIsNotJson_saysWhereItBreaks() {
    assertThatThrownBy(() -> read("")).hasMessage("not JSON: nothing");
    assertThatThrownBy(() -> read("<html>")).hasMessage("not JSON: broken at $");
    assertThatThrownBy(() -> read(JSON + "x")).hasMessageStartingWith("not JSON: broken at $");
    assertThatThrownBy(() -> read(JSON.substring(0, JSON.length() - 2)))
        .hasMessage("not JSON: broken at $.list[2]");
    assertThatThrownBy(() -> read(JSON.replace("true", "TRUE"))).hasMessageContaining("$.flag");
    byte[] noUtf8 = JSON.getBytes(UTF_8);
    noUtf8[JSON.indexOf("quoted")] = (byte) 0xff;
    assertThatThrownBy(() -> WireCodec.read(noUtf8, All.class))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("not JSON");
  }

  /** A hostile sender costs no stack. */
  @Test
  void depth_isBounded() {
    String deep = "[".repeat(100_000);
    assertThatThrownBy(() -> read("{\"new\":" + deep)).hasMessageStartingWith("not JSON: broken");
  }

  /** Of a client of before. */
  @Test
  void changeOfWhichNobodySaysThatItMayBeADuplicate_isNone() throws Exception {
    byte[] body = "{\"changes\":[{\"path\":\"/x\",\"movedTo\":\"\"}]}".getBytes(UTF_8);
    assertThat(WireCodec.read(body, Messages.ChangedRequest.class).changes())
        .containsExactly(PathChange.gone("/x"));
    byte[] duplicate =
        WireCodec.write(
            new Messages.ChangedRequest(List.of(PathChange.gone("/x").asPossibleDuplicate())));
    assertThat(WireCodec.read(duplicate, Messages.ChangedRequest.class).changes().get(0))
        .matches(PathChange::isPossibleDuplicate);
  }

  @Test
  void reservationOfAManagerThatKnowsNoLeases_hasNone() throws Exception {
    Duration life = Duration.ofMinutes(10);
    Reservation said =
        new Reservation(List.of(new NodeId("a:1")), life, Optional.of(Duration.ofSeconds(60)), "");
    String body = new String(WireCodec.write(said), UTF_8);
    assertThat(WireCodec.read(body.getBytes(UTF_8), Reservation.class)).isEqualTo(said);
    String older = body.replaceFirst("\"lease\":[^,}]+,?", "");
    assertThat(older).isNotEqualTo(body);
    assertThat(WireCodec.read(older.getBytes(UTF_8), Reservation.class))
        .isEqualTo(new Reservation(said.nodes(), life, Optional.empty(), ""));
  }
}
