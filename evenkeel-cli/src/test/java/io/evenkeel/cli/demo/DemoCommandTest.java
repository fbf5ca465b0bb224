package io.evenkeel.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.cli.EvenkeelCommand;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.policy.scheme.Schemes;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class DemoCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  @TempDir private Path folder;

  private int run(String arguments) {
    CommandLine commandLine = EvenkeelCommand.commandLine();
    commandLine.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return commandLine.execute(("demo " + arguments).split(" ", -1));
  }

  /** A round on a real cluster, of another code, size, block size and number of nodes. */
  @Test
  void oneSmallRound_isMeasuredAndVerified() throws Exception {
    int status =
        run(
            "--json --k=2 --size=3m --block-size=512k --datanodes=3 --rate=256m --runs=1"
                + " --stragglers=2 --slow-factor=2");
    assertThat(status).as(out + err.toString()).isZero();
    JsonNode root = new ObjectMapper().readTree(out.toString());
    assertThat(root.get("code").asText()).isEqualTo("xor-2-1");
    assertThat(root.get("blocks").asInt()).isEqualTo(6);
    assertThat(root.get("dataNodes").asInt()).isEqualTo(3);
    assertThat(root.get("stragglers").asInt()).isEqualTo(2);
    assertThat(root.get("rows")).hasSize(2 * (2 + Schemes.names().size()));
    for (JsonNode row : root.get("rows")) {
      assertThat(row.get("verified").asInt()).as(row.toString()).isEqualTo(1);
      assertThat(row.get("millis")).hasSize(1);
      assertThat(row.at("/millis/0").asDouble()).isEqualTo(row.get("medianMillis").asDouble());
    }
  }

  /** A stream's memory of 64 MiB less two groups and what may come late, for k - 1 blocks. */
  @Test
  void blocks_areShortEnoughToBeReadWide() {
    assertThat(blockMib("xor-4-1", 64)).isEqualTo(16);
    assertThat(blockMib("xor-4-1", 123)).as("(64 - 10 - 2) / 3").isEqualTo(17);
    assertThat(blockMib("rs-4-5", 64)).as("(64 - 18 - 10) / 3").isEqualTo(12);
    assertThat(blockMib("rs-30-4", 64)).isEqualTo(1);
  }

  private static long blockMib(String code, long fileMib) {
    DemoSettings settings =
        new DemoSettings(
            fileMib << 20, 1, CodeSpec.parse(code), OptionalLong.empty(), 40, 64 << 20, 1, 1, 8);
    return settings.blockSizeBytes() >> 20;
  }

  @Test
  void whatCannotBe_isSaidBeforeAnythingStarts() {
    refused("--k=5 --datanodes=5", "--datanodes takes more than the 5 data blocks", "got 5");
    refused("--k=2 --code=rs-4-2", "--k 2 is short for --code xor-2-1, and there is --code rs-4-2");
    refused("--code=none-4-0", "--code takes one that makes parity", "none-4-0");
    refused("--code=ten", "--code: no code 'ten'");
    refused("--k=0", "--k takes 1 to 63, got 0");
    refused(
        "--block-size=100k", "--block-size takes a multiple of 64k, got 100 KiB (102400 bytes)");
    refused("--size=2g", "1 byte to 1 GiB, got 2.0 GiB (2147483648 bytes)");
    refused("--size=many", "--size: ", "\"many\"");
    refused("--rate=0", "--rate takes 1000 bytes a second or more");
    refused("--runs=0", "--runs takes 1 to 1000, got 0");
    refused("--stragglers=7", "--stragglers takes 1 to 6, got 7");
    refused("--slow-factor=0.5", "--slow-factor takes 1 to 1000, got 0.5");
    refused("pom.xml --size=1m", "--size and --seed are of a file that is made");
    refused("--erasure-coded --k=2", "--erasure-coded takes --runs and --json, got --k");
    refused("--erasure-coded pom.xml", "makes its own file, got pom.xml");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void fileThatIsNoResult_isNotOverwritten() throws Exception {
    Path movie = Files.writeString(folder.resolve("movie.bin"), "frames");
    refused("--json " + movie, "--json takes a new file or one of JSON, got " + movie);
    refused(movie + " --json " + movie, "--json takes a file of its own, got " + movie, "FILE");
    Path json = Files.writeString(folder.resolve("a.json"), "{}");
    refused(json + " --json " + json, "--json takes a file of its own, got " + json, "FILE");
    assertThat(movie).hasContent("frames");
  }

  /** Of an earlier run, or made beforehand. */
  @Test
  void earlierResult_isReplaced() throws Exception {
    Path file = folder.resolve("a.json");
    for (String earlier : new String[] {"", "{}", "[1]"}) {
      Files.writeString(file, earlier);
      CommandLine commandLine = EvenkeelCommand.commandLine();
      commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err, true));
      assertThat(commandLine.execute("analyze", "--json", file.toString())).as("" + err).isZero();
      assertThat(file).content().contains("noCaching");
    }
  }

  private void refused(String arguments, String... said) {
    err.getBuffer().setLength(0);
    assertThat(run(arguments)).isEqualTo(2);
    assertThat(err.toString()).contains(said).contains("see `./evenkeel demo --help`");
  }

  @Test
  void fileThatIsNotThere_isNamed() throws Exception {
    assertThat(run("/nonexist")).isEqualTo(1);
    assertThat(err.toString().strip()).isEqualTo("evenkeel: no such file: /nonexist");
    err.getBuffer().setLength(0);
    assertThat(run(Files.createDirectory(folder.resolve("d")).toString())).isEqualTo(1);
    assertThat(err.toString()).contains("no file that can be read");
  }
}
