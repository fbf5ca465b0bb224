package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.WrappedText;
import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.PolicyStatus;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StatusTextTest {
  private static final URI MANAGER = URI.create("http://127.0.0.1:8460");

  private static String text(
      long requests, long hits, long touched, long covered, NodeLoad... nodes) {
    return text(0, requests, hits, touched, covered, nodes);
  }

  /**
   * @param doubted of nine stripes of 1 MiB
   */
  private static String text(
      int doubted, long requests, long hits, long touched, long covered, NodeLoad... nodes) {
    return StatusText.of(MANAGER, status(doubted, requests, hits, touched, covered, nodes), true);
  }

  private static ManagerStatus status(
      int doubted, long requests, long hits, long touched, long covered, NodeLoad... nodes) {
    return new ManagerStatus(
        "incarnation",
        10 << 20,
        9 << 20,
        0,
        9,
        0,
        doubted,
        (long) doubted << 20,
        600,
        0,
        0,
        Optional.of(2L),
        Optional.of(3L),
        requests,
        hits,
        List.of(),
        new PolicyStatus("csac", 0, touched, covered, 0, 0, 0, 0, 0),
        new LoadStatus("ratio-to-median", "", List.of(nodes)));
  }

  @Test
  void clientsThatAreTurnedOff_areToldOfBeforeAllFigures() {
    assertThat(StatusText.of(MANAGER, status(0, 0, 0, 0, 0), false).lines().skip(1).findFirst())
        .contains("clients    are told to be OFF, by this manager's --off or --switch-file");
    assertThat(text(0, 0, 0, 0)).doesNotContain("OFF");
  }

  @Test
  void parityOfWhatIsGone_isToldWhereThereIsSome() {
    assertThat(text(4, 0, 0, 0, 0))
        .contains("cached     9.0 MiB of 10 MiB in 9 stripes (time to live 600 s), 0 reserved;")
        .contains("2 lapsed, 3 lost;")
        .contains("           4.0 MiB of it in 4 stripes, of files that are said to be gone\n");
    assertThat(text(0, 0, 0, 0)).doesNotContain("said to be gone");
  }

  @Test
  void text_fitsATerminal() {
    String reason = "2 clients (10.0.0.1, 10.0.0.2) and /jmx: 4.0 MiB/s, others 64 MiB/s or more";
    String name = "datanode-1.example:9866";
    assertThat(text(4, 400, 200, 50, 40, node(name, true, reason, Optional.of(1L << 30))).lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
  }

  private static NodeLoad node(String name, boolean straggler, String reason) {
    return node(name, straggler, reason, Optional.empty());
  }

  private static NodeLoad node(
      String name, boolean straggler, String reason, Optional<Long> queuedBytes) {
    return new NodeLoad(
        new NodeId(name),
        1 << 20,
        1 << 20,
        straggler,
        reason,
        Ledger.NONE,
        Ledger.NONE,
        queuedBytes);
  }

  /** 400 requests, of which a straggler touches 50; of these 40 find their parity: 10 of 400. */
  @Test
  void stragglerHitRatio_isThePapers() {
    assertThat(text(400, 200, 50, 40))
        .contains("hits       50.0 % of 400; of those that a straggler touches 80.0 % of 50")
        .contains("misses     2.5 % of 400 (POCache's straggler hit ratio: a straggler");
    assertThat(text(0, 0, 0, 0)).contains("misses     none asked for (POCache's");
  }

  @Test
  void whoAccusesTheNodesOfAFile_isExplained() {
    assertThat(ExplainText.accusations(List.of(node("a:1", true, "1 client and /jmx: slow"))))
        .contains("straggler a:1  1 client and /jmx: slow");
    assertThat(ExplainText.accusations(List.of())).isEmpty();
  }

  @Test
  void whatIsQueued_isSaidOfEachNode() {
    assertThat(
            text(
                0,
                0,
                0,
                0,
                node("a:1", true, "2 clients: slow", Optional.of(1000L << 20)),
                node("b:1", false, "", Optional.of(700L)),
                node("c:1", false, "", Optional.of(0L)),
                node("d:1", false, "")))
        .containsPattern("a:1 +1.0 MiB/s +1000 MiB queued\\R    STRAGGLER: 2 clients: slow\\R")
        .containsPattern("b:1 +1.0 MiB/s +700 bytes queued\\R")
        .containsPattern("c:1 +1.0 MiB/s\\R")
        .containsPattern("d:1 +1.0 MiB/s\\R");
  }

  @Test
  void whatATerminalObeys_isNotPassedOn() {
    assertThat(text(0, 0, 0, 0, node("a:1", true, "\u001b]0;it\u0007 is\nslow")))
        .contains("STRAGGLER: ?]0;it? is?slow");
  }

  @Test
  void whoAccuses_isSaid() {
    assertThat(
            text(
                0,
                0,
                0,
                0,
                node("a:1", true, "2 clients: slow"),
                node("b:1", false, "1 client alone, not enough: slow"),
                node("c:1", false, "")))
        .containsPattern("a:1 .*\\R    STRAGGLER: 2 clients: slow")
        .containsPattern("b:1 .*\\R    suspect: 1 client alone, not enough: slow")
        .containsPattern("c:1 +1.0 MiB/s\\R");
  }
}
