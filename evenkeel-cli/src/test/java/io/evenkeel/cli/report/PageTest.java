package io.evenkeel.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.cli.report.BarChart.Bar;
import io.evenkeel.cli.report.BarChart.Series;
import io.evenkeel.cli.report.BoxChart.Box;
import io.evenkeel.cli.report.CurveChart.Curve;
import io.evenkeel.cli.report.CurveChart.Point;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PageTest {
  private static final Axis TIME = Axis.logarithmic("time", Unit.SECONDS, .001, 1);
  private static final Axis SHARE = new Axis("share", Unit.SHARE, 0, 1, false);

  private static Document parsed(String html) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(html)));
  }

  private static Page page(Block... blocks) {
    return new Page("a < b & \"c\"", "lead", List.of(new Section("one", List.of(blocks))), "end");
  }

  private static Page ofAllKinds() {
    Curve curve = new Curve("a & b", 0, List.of(new Point(.001, 0), new Point(1, 1)));
    Series own = new Series("here", false, List.of(new Bar(2, 1, 3), Bar.of(Double.NaN)));
    Series stated = new Series("stated", true, List.of(Bar.of(2.5), Bar.of(1)));
    return page(
        new Paragraph("1 < 2"),
        new Remarks(List.of("x", "y")),
        new DataTable(
            "caption",
            List.of("name", "figure"),
            List.of(List.of(Cell.name("n"), Cell.number("%.2f", 1.005)))),
        new Charts(
            List.of(
                new CurveChart("curves", TIME, SHARE, List.of(curve)),
                new CurveChart("more", TIME, SHARE, List.of(curve)),
                new BarChart(
                    "bars",
                    Axis.linear("x", Unit.COUNT, 4),
                    List.of("p", "q"),
                    List.of(own, stated)),
                new BoxChart("boxes", TIME, List.of(new Box("r", .001, .01, .1, .2, 2))))));
  }

  @Test
  void page_isWellFormed_whateverItsTextsAre() throws Exception {
    Document document = parsed(ofAllKinds().html());
    assertThat(document.getElementsByTagName("h1").item(0).getTextContent())
        .isEqualTo("a < b & \"c\"");
    assertThat(document.getElementsByTagName("figure").getLength()).isEqualTo(4);
  }

  @Test
  void page_loadsAndRunsNothing_andStyleIsNotEscaped() {
    String html = ofAllKinds().html();
    assertThat(html).doesNotContain("http", "<script", "url(", "@import", "src=");
    String style = html.substring(html.indexOf("<style>"), html.indexOf("</style>"));
    assertThat(style).contains("prefers-color-scheme: dark").doesNotContain("&");
    assertThat(ofAllKinds().html()).isEqualTo(html);
  }

  /** By keys, too, which need something to be in. */
  @Test
  void tables_scrollWithinTheirBox_andNothingElseIsWiderThanThePage() {
    String html = ofAllKinds().html();
    assertThat(html).contains("<div class=\"wide\" tabindex=\"0\"><table>");
    assertThat(html).contains(".wide { overflow-x: auto; max-width: 100%;");
    assertThat(html).doesNotContain(".legend li { white-space: nowrap");
  }

  /** Each curve, bar and error bar is drawn; equal keys are shown once. */
  @Test
  void charts_drawWhatTheyHave() throws Exception {
    Document document = parsed(ofAllKinds().html());
    assertThat(looks(document, "path")).containsExactly("curve s0", "curve s0");
    assertThat(looks(document, "rect"))
        .containsExactly("bar own", "bar stated", "bar stated", "bar box", "bar own", "bar stated");
    assertThat(looks(document, "line").stream().filter("whisker"::equals)).hasSize(3 + 3);
    assertThat(looks(document, "ul").stream().filter("legend"::equals)).hasSize(2);
  }

  private static List<String> looks(Document document, String element) {
    NodeList nodes = document.getElementsByTagName(element);
    List<String> looks = new ArrayList<>();
    for (int i = 0; i < nodes.getLength(); i++) {
      looks.add(nodes.item(i).getAttributes().getNamedItem("class").getNodeValue());
    }
    return looks;
  }

  @Test
  void rowsOfAnotherWidth_andBarsOfOtherNames_areErrors() {
    assertThatThrownBy(() -> new DataTable("", List.of("a", "b"), List.of(List.of(Cell.name("x")))))
        .hasMessageContaining("got 1");
    assertThatThrownBy(
            () ->
                new BarChart(
                    "", SHARE, List.of("a", "b"), List.of(new Series("s", false, List.of()))))
        .hasMessageContaining("got 0");
    assertThatThrownBy(() -> new Curve("c", 10, List.of())).hasMessageContaining("got look 10");
  }

  /** A name that came from elsewhere may have any character. */
  @Test
  void charactersThatXmlHasNot_areReplaced() {
    String cut = new Markup().text("a\u0000\u001b[2J\uFFFE\ud83d\tb\ud83d\ude00").end();
    assertThat(cut).isEqualTo("a??[2J??\tb\ud83d\ude00");
  }
}
