package io.evenkeel.cli.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class SimulatePageTest {
  private static Document page(SimulateResult result) throws Exception {
    String html = new SimulatePage(result).page().html();
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  private static List<String> texts(Document page, String element) {
    NodeList nodes = page.getElementsByTagName(element);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      texts.add(nodes.item(i).getTextContent());
    }
    return texts;
  }

  /** The cells of each row, with a bar between. */
  private static List<String> rows(Document page) {
    List<String> rows = new ArrayList<>();
    NodeList all = page.getElementsByTagName("tr");
    for (int i = 0; i < all.getLength(); i++) {
      NodeList cells = all.item(i).getChildNodes();
      StringBuilder row = new StringBuilder();
      for (int j = 0; j < cells.getLength(); j++) {
        row.append(j == 0 ? "" : "|").append(cells.item(j).getTextContent());
      }
      rows.add(row.toString());
    }
    return rows;
  }

  private static long curves(Document page, String look) {
    NodeList all = page.getElementsByTagName("path");
    long count = 0;
    for (int i = 0; i < all.getLength(); i++) {
      count += ((Element) all.item(i)).getAttribute("class").equals("curve " + look) ? 1 : 0;
    }
    return count;
  }

  @Test
  void oneRun_isShownAlone() throws Exception {
    Document page = page(SampleRuns.alone(1500));
    assertThat(texts(page, "p")).noneMatch(text -> text.contains("seeds together"));
    assertThat(texts(page, "h1")).containsExactly("Simulated reads: scenario, seed 1");
    assertThat(texts(page, "li"))
        .contains(
            "The mean read takes 1.5 s.",
            "Bytes asked of nodes, by those used: 1.25.",
            "The hottest node is busy for 50 %.");
    assertThat(rows(page))
        .contains(
            "figure|this run", "mean.ms|1,500", "key|this run|default|meaning", "seed|this run")
        .contains("nodes|12|25|how many storage nodes there are", "1|000000000000000a")
        .noneMatch(row -> row.startsWith("wall.s") || row.startsWith("scheme"));
    assertThat(curves(page, "s3")).isEqualTo(3);
    assertThat(curves(page, "s1")).isZero();
  }

  @Test
  void two_areShownBesideEachOther() throws Exception {
    Document page = page(SampleRuns.compared(SampleRuns.stock(2000, 4000, 3000), 1000, 4000, 9000));
    assertThat(texts(page, "p").get(0))
        .endsWith(
            "This run has scheme=adaptive, the one beside it scheme=stock, by the same seeds.");
    assertThat(texts(page, "p"))
        .contains(
            "All seeds together: the mean read takes 4.67 s instead of 3 s, and one in a hundred"
                + " longer than 9.03 s instead of 4 s.");
    assertThat(texts(page, "li"))
        .contains("The mean read takes 4 s instead of 3 s, 1 x; by seed from 0.5 x to 3 x.")
        .contains("The hottest node is busy for 50 % instead of 50 %, 1 x.")
        .contains(" this run: scheme=adaptive", " beside: scheme=stock");
    assertThat(rows(page))
        .contains("figure|this run|beside|ratio|this run, range|beside, range|ratio, range")
        .contains("mean.ms|4,000|3,000|1|1,000–9,000|2,000–4,000|0.5000–3")
        .contains("reads|1,000|1,000|1|||", "plain.bytes|0 bytes|0 bytes|none|||")
        .contains("nodes|12||25|how many storage nodes there are")
        .contains("scheme|adaptive|stock|adaptive|how they read: stock, or a scheme of the product")
        .contains("seed|this run|beside", "3|000000000000000c|000000000000000c");
    assertThat(curves(page, "s3")).isEqualTo(3);
    assertThat(curves(page, "s1")).isEqualTo(3);
  }

  /** Nothing is drawn of what there is nothing of. */
  @Test
  void failedReads_areSaidFirst_andHaveNoCurve() throws Exception {
    String failed = "1000 OF 1000 READS FAILED; mean.ms to max.ms are without them (seed 1)";
    Document beside = page(SampleRuns.compared(SampleRuns.stock(Double.NaN), 1000));
    assertThat(texts(beside, "li"))
        .startsWith("beside: " + failed, "The mean read takes 1 s instead of none.");
    assertThat(curves(beside, "s3")).isEqualTo(3);
    assertThat(curves(beside, "s1")).isEqualTo(1);
    Document none = page(SampleRuns.alone(Double.NaN));
    assertThat(texts(none, "p"))
        .contains("There is no read whose time could be shown: all have failed.");
    assertThat(texts(none, "li")).noneMatch(text -> text.contains("mean read"));
    assertThat(rows(none)).contains("mean.ms|none");
  }

  @Test
  void allDefaults_areSaidToBe() throws Exception {
    SimulateResult result = new SimulateResult(SampleRuns.of("", 1), Optional.empty());
    assertThat(texts(page(result), "p")).contains("All keys have their defaults.");
  }
}
