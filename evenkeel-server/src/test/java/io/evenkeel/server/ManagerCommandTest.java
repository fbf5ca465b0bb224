package io.evenkeel.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.manager.ManagerSettings;
import io.evenkeel.policy.cache.CachePolicies;
import io.evenkeel.policy.cache.CsacSettings;
import io.evenkeel.policy.load.StragglerDetectors;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class ManagerCommandTest {
  private static final Duration ANY_PERIOD = Duration.ofSeconds(5);

  @TempDir Path folder;

  private static ManagerCommand parse(String... args) {
    CommandLine commandLine = ManagerCommand.commandLine();
    commandLine.parseArgs(args);
    ManagerCommand parsed = commandLine.getCommand();
    parsed.check();
    return parsed;
  }

  @Test
  void parse_readsEveryArgument() {
    ManagerCommand parsed =
        parse(
            "--port",
            "0",
            "--bind",
            "::1",
            "--redis",
            "a:1,rediss://u:p@b:2",
            "--capacity-bytes",
            "10m",
            "--time-to-live-seconds",
            "60",
            "--end-on-stdin-eof");
    assertThat(parsed.port()).isZero();
    assertThat(parsed.bindAddress()).isEqualTo("::1");
    assertThat(parsed.redisUris()).containsExactly("a:1", "rediss://u:p@b:2");
    assertThat(parsed.capacityBytes()).isEqualTo(10 << 20);
    assertThat(parsed.timeToLive()).isEqualTo(Duration.ofMinutes(1));
    assertThat(parsed.endOnStdinEof()).isTrue();
  }

  private static ManagerCommand withLogin(String... more) {
    List<String> args =
        new ArrayList<>(
            List.of("--redis", "a:1,redis://x:own@b:2", "--redis-user", "eve", "--off"));
    args.addAll(List.of("--capacity-bytes", "10m"));
    args.addAll(List.of(more));
    return parse(args.toArray(String[]::new));
  }

  @Test
  void password_comesFromAFileOrTheEnvironment() throws Exception {
    Path file = Files.writeString(folder.resolve("password"), "se:cret\n");
    ManagerCommand byFile = withLogin("--redis-password-file", file.toString());
    List<String> uris = List.of("redis://eve:se%3Acret@a:1", "redis://x:own@b:2");
    Map<String, String> set = Map.of("EVENKEEL_REDIS_PASSWORD", "other");
    assertThat(byFile.off()).isTrue();
    assertThat(byFile.redis(set).uris()).isEqualTo(uris);
    assertThat(byFile.redis(set).toString()).doesNotContain("cret", "own");
    assertThat(withLogin().redis(set).uris().get(0)).isEqualTo("redis://eve:other@a:1");
    assertThat(withLogin().redis(Map.of()).uris().get(0)).isEqualTo("a:1");
    Files.writeString(file, "");
    assertThatThrownBy(() -> byFile.redis(set)).hasMessageContaining("has no password");
    Files.delete(file);
    assertThatThrownBy(() -> byFile.redis(set)).hasMessageContaining("cannot be read");
  }

  private static ManagerSettings settings(String... more) {
    List<String> args = new ArrayList<>(List.of("--redis", "a:1", "--capacity-bytes", "10m"));
    args.addAll(List.of(more));
    return parse(args.toArray(String[]::new)).settings();
  }

  @Test
  void parse_readsWhatToDecideBy() {
    ManagerSettings settings =
        settings(
            "--policy", "paper",
            "--eviction", "arc",
            "--admission", "size-aware",
            "--prediction", "both",
            "--prefetch-ratio", "0.25",
            "--detector", "median-deviation",
            "--window-seconds", "30",
            "--evaluate-seconds", "3",
            "--fill-delay-seconds", "4",
            "--fill-bytes-per-second", "1000",
            "--lease-seconds", "20",
            "--max-stripes", "7");
    assertThat(settings.policy())
        .isEqualTo(
            CsacSettings.PAPER
                .withEviction("arc")
                .withAdmission("size-aware")
                .withPrefetch("both", 0.25));
    assertThat(settings.detector()).isEqualTo("median-deviation");
    assertThat(settings.window()).isEqualTo(Duration.ofSeconds(30));
    assertThat(settings.evaluateEvery()).isEqualTo(Duration.ofSeconds(3));
    assertThat(settings.fillDelay()).isEqualTo(Duration.ofSeconds(4));
    assertThat(settings.fillBytesPerSecond()).isEqualTo(1000);
    assertThat(settings.lease()).isEqualTo(Duration.ofSeconds(20));
    assertThat(settings.maxStripes()).isEqualTo(7);
  }

  @Test
  void policyPaper_isThePapersWholeRule() {
    ManagerSettings paper = settings("--policy", "paper");
    assertThat(paper)
        .isEqualTo(ManagerSettings.of(10 << 20, Duration.ofMinutes(10)).asInThePaper());
    assertThat(paper.policy()).isEqualTo(CsacSettings.PAPER);
    assertThat(paper.detector()).isEqualTo("three-sigma");
    assertThat(paper.oneBlockStripes()).isTrue();
    assertThat(paper.spareBytes()).as("victims go with the decision").isZero();
    assertThat(settings().oneBlockStripes()).isFalse();
    assertThat(settings().largestFileBytes()).as("by stripes").isZero();
  }

  @Test
  void largestFile_isForThePapersPolicy() {
    ManagerSettings paper = settings("--policy", "paper", "--largest-file-bytes", "256m");
    assertThat(paper.largestFileBytes()).isEqualTo(256L << 20);
    assertThatThrownBy(() -> settings("--largest-file-bytes", "256m"))
        .hasMessage("--largest-file-bytes is for --policy paper, got --policy default");
    assertThatThrownBy(() -> settings("--policy", "paper", "--largest-file-bytes", "0"))
        .hasMessageContaining("--largest-file-bytes");
  }

  @Test
  void parse_withoutMore_isTheDefault() {
    assertThat(settings()).isEqualTo(ManagerSettings.of(10 << 20, Duration.ofMinutes(10)));
    assertThat(settings("--time-to-live-seconds", "5").lease()).isEqualTo(Duration.ofSeconds(5));
  }

  @Test
  void parse_listsTheKnownNames() {
    requireSettingsRefused(
        "no cache policy 'best'; known: [default, paper, sac]", "--policy", "best");
    requireSettingsRefused(
        "no eviction policy 'x'; known: " + new TreeSet<>(CachePolicies.evictions()),
        "--eviction",
        "x");
    requireSettingsRefused(
        "no admission policy 'x'; known: " + new TreeSet<>(CachePolicies.admissions()),
        "--admission",
        "x");
    requireSettingsRefused("no access predictor 'x'; known: [both", "--prediction", "x");
    requireSettingsRefused("no straggler detector 'x'; known: [ratio-to-median", "--detector", "x");
    requireSettingsRefused("--prefetch-ratio takes 0 to 1, got 2", "--prefetch-ratio", "2");
    assertThatThrownBy(() -> settings("--prefetch-ratio", "half"))
        .hasMessageContaining("option '--prefetch-ratio'");
    requireSettingsRefused("lease <= timeToLive", "--lease-seconds", "601");
  }

  private static void requireSettingsRefused(String message, String... more) {
    assertThatThrownBy(() -> settings(more))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource({
    "1048577, 1048577",
    "1024k, 1048576",
    "512m, 536870912",
    "64G, 68719476736",
    "2t, 2199023255552"
  })
  void capacity_isAlsoSaidInUnits(String said, long bytes) {
    assertThat(parse("--redis", "a:1", "--capacity-bytes", said).capacityBytes()).isEqualTo(bytes);
  }

  @Test
  void sizes_haveUnits_andValuesMayFollowAnEqualsSign() {
    ManagerCommand parsed =
        parse("--redis=a:1", "--capacity-bytes=512m", "--fill-bytes-per-second=1g", "--port=0");
    assertThat(parsed.capacityBytes()).isEqualTo(512L << 20);
    assertThat(parsed.settings().fillBytesPerSecond()).isEqualTo(1L << 30);
    assertThat(parsed.port()).isZero();
  }

  @Test
  void whatIsWrong_isSaidInTwoLines() {
    requireRefused("--redis takes --capacity-bytes too", "--redis", "a:1");
    requireRefused("name them by --redis, or leave these out", "--capacity-bytes", "10m");
    requireRefused("name them by --redis, or leave these out", "--redis-user", "eve");
    requireRefused("there is no option '--prot'", "--prot", "1");
    requireRefused("'--evict'; did you mean '--eviction'?", "--evict", "lru");
    requireRefused("'--port' (N)", "--port");
    requireRefused("'--redis'", "--redis", "--port");
    requireRefused("--port takes 0 to 65535, got 70000", "--port", "70000");
    requireRefused("--capacity-bytes: expected bytes", "--redis=a:1", "--capacity-bytes=many");
    requireRefused(
        "--capacity-bytes takes 1.0 MiB (1048576 bytes) or more, got 0 bytes",
        "--redis=a:1",
        "--capacity-bytes=0");
    requireRefused("--redis needs a value", "--redis=");
    requireRefused("--namenode takes http://HOST:PORT, got 'nn'", "--namenode", "nn");
  }

  private static void requireRefused(String message, String... args) {
    StringWriter err = new StringWriter();
    assertThat(ManagerCommand.commandLine().setErr(new PrintWriter(err)).execute(args))
        .isEqualTo(2);
    assertThat(err.toString())
        .startsWith("evenkeel manager: ")
        .contains(message)
        .endsWith("see `./evenkeel manager --help`" + System.lineSeparator())
        .hasLineCount(2);
  }

  @Test
  void version_isTheBuilds() throws Exception {
    assertThat(ManagerCommand.commandLine().getCommandSpec().version())
        .containsExactly("evenkeel " + versionOfThePom());
  }

  private static String versionOfThePom() throws IOException {
    Matcher parent =
        Pattern.compile("<parent>.*?<version>(.*?)</version>", Pattern.DOTALL)
            .matcher(Files.readString(Path.of("pom.xml")));
    assertThat(parent.find()).isTrue();
    return parent.group(1);
  }

  @Test
  void help_saysWhatTheSettingsDecide() {
    ManagerSettings one = ManagerSettings.of(1, Duration.ofSeconds(1)).withLimits(1, ANY_PERIOD);
    assertThat(ManagerCommand.commandLine().getUsageMessage().replaceAll("\\s+", " "))
        .contains("Default: " + StragglerDetectors.defaultDetector().name() + ", or as --policy")
        .contains("the heap should have " + 2 * one.heapBytes() + " bytes for each")
        .doesNotContain("${", "bundle:");
  }

  @Test
  void help_hasTheDefaultsThatHold() {
    String help = ManagerCommand.commandLine().getUsageMessage();
    ManagerSettings settings = ManagerSettings.of(1, Duration.ofMinutes(1));
    assertThat(help.replaceAll("\\s+", " "))
        .contains("Default: " + settings.maxStripes())
        .contains("Default: " + settings.detector())
        .contains("What is cached:", "Which DataNodes are slow:", "not all together.");
    assertThat(help.lines()).allMatch(line -> line.length() <= 80);
  }
}
