package io.evenkeel.hadoop.stock;

import static java.lang.invoke.MethodType.methodType;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.LoggedLines;
import java.lang.invoke.MethodHandle;
import java.util.List;
import org.apache.hadoop.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class MemberLookupTest {
  private final MemberLookup lookup = new MemberLookup();

  /** As a class of some release of Hadoop. */
  @SuppressWarnings("unused") // By reflection alone.
  private static class Stock {
    private final long size = 7;

    private String path(int times) {
      return "/file".repeat(times);
    }
  }

  @Test
  void membersThatAreThere_areFound_andNothingIsSaid() throws Throwable {
    Stock stock = new Stock();
    assertThat(lookup.field(Stock.class, "size", long.class, "no sizes").orElseThrow().get(stock))
        .isEqualTo(7L);
    MethodHandle size = lookup.getter(Stock.class, "size", long.class, "no sizes");
    assertThat((long) size.invokeExact(stock)).isEqualTo(7L);
    MethodHandle path = lookup.handle(Stock.class, "path", String.class, "no paths", int.class);
    assertThat((String) path.invokeExact(stock, 2)).isEqualTo("/file/file");
    assertThat(
            lookup.has(
                "String.length",
                "no strings",
                l -> l.findVirtual(String.class, "length", methodType(int.class))))
        .isTrue();
    assertThat(lookup.missing()).isEmpty();
    assertThat(told()).isEmpty();
  }

  @Test
  void allThatIsMissing_isSaidInOneLine_withTheReleaseAndWhatIsOff() {
    assertThat(lookup.field(Stock.class, "length", long.class, "no lengths")).isEmpty();
    assertThat(lookup.field(Stock.class, "size", int.class, "no sizes")).isEmpty();
    assertThat(lookup.method(Stock.class, "path", String.class, "no paths")).isEmpty();
    assertThat(lookup.handle(Stock.class, "path", int.class, "no paths at all", int.class))
        .isNull();
    assertThat(lookup.getter(Stock.class, "name", String.class, "no names")).isNull();
    assertThat(
            lookup.has(
                "String.size",
                "no strings",
                l -> l.findVirtual(String.class, "size", methodType(int.class))))
        .isFalse();
    assertThat(lookup.missing()).hasSize(6);
    assertThat(told())
        .hasSize(1)
        .first()
        .asString()
        .contains(
            "Hadoop " + VersionInfo.getVersion() + " lacks",
            "Stock.length (no lengths; ",
            "Stock.size (no sizes; ")
        .contains("it is a long", "Stock.path (no paths; ", "it gives a java.lang.String")
        .contains("Stock.name (no names; ", "String.size (no strings; ");
  }

  @Test
  void classThatIsMissing_countsAsItsMember() {
    boolean has =
        lookup.has(
            "Gone.call",
            "no calls",
            l -> {
              throw new NoClassDefFoundError("org/apache/hadoop/Gone");
            });
    assertThat(has).isFalse();
    assertThat(lookup.missing()).hasSize(1);
    assertThat(lookup.missing().get(0)).startsWith("Gone.call (no calls; ").contains("hadoop/Gone");
  }

  private List<String> told() {
    try (LoggedLines lines = new LoggedLines(MemberLookupTest.class)) {
      lookup.tell(LoggerFactory.getLogger(MemberLookupTest.class));
      return lines.all();
    }
  }
}
