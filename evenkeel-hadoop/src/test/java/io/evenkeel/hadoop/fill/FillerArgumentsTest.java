package io.evenkeel.hadoop.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FillerArgumentsTest {
  @TempDir Path folder;

  @Test
  void valuesOverrideFiles() throws IOException {
    Path file = folder.resolve("client.xml");
    Files.writeString(
        file,
        "<configuration><property><name>a</name><value>1</value></property>"
            + "<property><name>b</name><value>2</value></property></configuration>");
    FillerArguments arguments =
        FillerArguments.parse("--conf=" + file, "-D", "b=3", "-Dc=x=y", "--end-on-stdin-eof");
    Configuration conf = arguments.configuration();
    assertThat(conf.get("a")).isEqualTo("1");
    assertThat(conf.get("b")).isEqualTo("3");
    assertThat(conf.get("c")).isEqualTo("x=y");
    assertThat(arguments.endOnStdinEof()).isTrue();
    assertThat(FillerArguments.parse("--conf", "a", "--conf=b").files())
        .containsExactly(Path.of("a"), Path.of("b"));
    assertThat(FillerArguments.parse().endOnStdinEof()).isFalse();
    assertThat(FillerArguments.parse().followEdits()).isFalse();
    assertThat(FillerArguments.parse("--follow-edits").followEdits()).isTrue();
  }

  @Test
  void wrongArguments_areNamed() {
    assertThatThrownBy(() -> FillerArguments.parse("--fast")).hasMessageContaining("'--fast'");
    assertThatThrownBy(() -> FillerArguments.parse("--conf")).hasMessageContaining("needs a value");
    assertThatThrownBy(() -> FillerArguments.parse("-D", "=1")).hasMessageContaining("KEY=VALUE");
    Path missing = folder.resolve("missing.xml");
    assertThatThrownBy(() -> FillerArguments.parse("--conf", missing.toString()).configuration())
        .hasMessageContaining(missing.toString());
  }

  @Test
  void help_namesWhatIsNeeded() {
    assertThat(FillerArguments.parse("--help").help()).isTrue();
    assertThat(FillerArguments.parse("-h").help()).isTrue();
    assertThat(FillerArguments.HELP.lines()).allMatch(line -> line.length() <= 80);
    assertThat(FillerArguments.HELP)
        .contains("--conf", "-D", "--end-on-stdin-eof", "evenkeel.manager.uri", "fs.defaultFS");
  }

  @Test
  void missingSettings_sayWhatToSet() {
    Configuration conf = new Configuration(false);
    assertThatThrownBy(() -> Filler.start(conf, line -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fs.defaultFS");
    conf.set("fs.defaultFS", "hdfs://127.0.0.1:9");
    assertThatThrownBy(() -> Filler.start(conf, line -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("evenkeel.manager.uri")
        .hasMessageContaining("evenkeel.redis.nodes");
  }
}
