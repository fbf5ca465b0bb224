package io.evenkeel.cli.repro.hu;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.command.WrappedText;
import io.evenkeel.policy.direct.LoadDirections;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import picocli.CommandLine;

class HuCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int run(String... arguments) {
    return new CommandLine(new HuCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  @Test
  void everything_isShownBesideThePapersAndWritten() throws Exception {
    Path json = folder.resolve("hu.json");
    Path html = folder.resolve("hu.html");
    assertThat(
            run(
                "--seeds",
                "2",
                "--requests",
                "500",
                "--json",
                json.toString(),
                "--html",
                html.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("Medians of 2 placements x 500 requests", "The sample is too small: a verdict")
        .contains("Table 1, LRC(6,2,2)", "Table 2, RS(6,3)", "  the paper", "projected-32")
        .contains("figures 5 and 6", "figures 7 and 8", "figure 2", "controller time");
    assertThat(out.toString().lines())
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(WrappedText.COLUMNS));
    tables(new ObjectMapper().readTree(json.toFile()).get("tables"));
    Document page = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(html.toFile());
    asked(page);
    NodeList headings = page.getElementsByTagName("h2");
    assertThat(headings.getLength()).isEqualTo(1 + 2 * (4 + 1) + 1);
    assertThat(page.getElementsByTagName("figure").getLength()).isEqualTo(2 * (2 + 2 + 4 + 4) + 1);
  }

  /** Projected asks nobody for a request, and hears of 90 nodes a second by 8 front ends. */
  private static void asked(Document page) {
    NodeList rows = page.getElementsByTagName("tr");
    boolean isCosts = false;
    for (int i = 0; i < rows.getLength(); i++) {
      NodeList cells = rows.item(i).getChildNodes();
      isCosts |= cells.item(1) != null && cells.item(1).getTextContent().equals("stated probes/s");
      if (isCosts && cells.item(0).getTextContent().equals("projected")) {
        assertThat(cells.item(2).getTextContent()).isEqualTo("0.0");
        assertThat(Double.parseDouble(cells.item(5).getTextContent())).isBetween(500.0, 900.0);
        assertThat(cells.item(9).getTextContent()).as("variance").matches("0\\.\\d{5}");
        return;
      }
    }
    throw new AssertionError("the page has no costs of projected");
  }

  private static void tables(JsonNode tables) {
    assertThat(tables).hasSize(2);
    // Two projections by others, and of LRC least latency by full probing is in no table.
    int directions = LoadDirections.names().size();
    assertThat(tables.get(0).get("directions")).hasSize(directions - 1 + 2);
    assertThat(tables.get(1).get("directions")).hasSize(directions + 2);
    int counted = 0;
    for (JsonNode placement : tables.get(1).get("placements")) {
      double hottest = placement.get("hottestUtilisation").asDouble();
      assertThat(placement.get("counts").asBoolean()).isEqualTo(hottest >= .85 && hottest <= .97);
      counted += placement.get("counts").asBoolean() ? 1 : 0;
    }
    assertThat(counted).isEqualTo(2);
    JsonNode full = tables.get(1).get("directions").get(5);
    assertThat(full.get("direction").asText()).isEqualTo("lmlf");
    assertThat(full.get("figures").get("probesPerRequest").get("median").asDouble()).isEqualTo(9);
    assertThat(full.get("paper").get("p95Seconds").asDouble()).isEqualTo(.174);
    assertThat(full.get("runs")).hasSize(2);
    assertThat(tables.get(1).get("optLazyTables").get("directions")).hasSize(7);
    assertThat(tables.get(1).get("evenBusy").get("costs")).hasSize(directions - 1);
  }

  @Test
  void oneFigure_isShownAlone_andTheSameEachTime() throws Exception {
    Path first = folder.resolve("first.html");
    Path second = folder.resolve("second.html");
    for (Path html : new Path[] {first, second}) {
      assertThat(
              run("--figure", "8", "--seeds", "1", "--requests", "200", "--html", html.toString()))
          .isZero();
      assertThat(Files.readString(html)).contains("medians of 1 placement, drawn at random");
    }
    assertThat(out.toString())
        .contains("figures 7 and 8")
        .doesNotContain("Mean, median, p95", "LRC");
    assertThat(Files.readString(first))
        .contains("Figure 8: Table 2, RS(6,3)")
        .doesNotContain("curve s0")
        .isEqualTo(Files.readString(second));
  }

  @Test
  void output_isTriedFirst() {
    for (String option : new String[] {"--json", "--html"}) {
      assertThat(run("--figure", "2", option, folder.toString())).isEqualTo(1);
      assertThat(err.toString()).contains(option + ": cannot write to '" + folder + "'");
    }
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void oneFile_forBoth_isMisuse() {
    String file = folder.resolve("one").toString();
    assertThat(run("--figure", "2", "--json", file, "--html", file)).isEqualTo(2);
    assertThat(err.toString())
        .contains("--html takes a file of its own, got " + file + ", which is that of --json");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void wrongArguments_areMisuse() {
    assertThat(run("--table", "3")).isEqualTo(2);
    assertThat(run("--figure", "4")).isEqualTo(2);
    assertThat(run("--seeds", "0")).isEqualTo(2);
    assertThat(run("--requests", "99")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--table takes [1, 2], got 3")
        .contains("--figure takes [2, 5, 6, 7, 8], got 4")
        .contains("--seeds takes 1 to 1000, got 0")
        .contains("--requests takes 100 to 10000000, got 99");
  }
}
