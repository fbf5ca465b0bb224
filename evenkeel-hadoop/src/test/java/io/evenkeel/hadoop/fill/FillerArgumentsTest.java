package io.evenkeel.hadoop.fill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
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
    Configuration conf = arguments.configuration(Map.of());
    assertThat(conf.get("a")).isEqualTo("1");
    assertThat(conf.get("b")).isEqualTo("3");
    assertThat(conf.get("c")).isEqualTo("x=y");
    assertThat(arguments.endOnStdinEof()).isTrue();
    assertThat(FillerArguments.parse("--conf", "a", "--conf=b").sources())
        .containsExactly(Path.of("a"), Path.of("b"));
    assertThat(FillerArguments.parse().endOnStdinEof()).isFalse();
    assertThat(FillerArguments.parse().followEdits()).isFalse();
    assertThat(FillerArguments.parse("--follow-edits").followEdits()).isTrue();
  }

  private static Path file(Path at, String key, String value) throws IOException {
    return Files.writeString(
        at,
        "<configuration><property><name>%s</name><value>%s</value></property></configuration>"
            .formatted(key, value));
  }

  @Test
  void folder_isTakenAsByTheOtherCommands() throws IOException {
    file(folder.resolve("core-site.xml"), "a", "1");
    file(folder.resolve("hdfs-site.xml"), "b", "2");
    Path single = file(Files.createDirectory(folder.resolve("x")).resolve("more.xml"), "a", "3");
    Configuration conf =
        FillerArguments.parse("--conf", folder.toString(), "--conf=" + single)
            .configuration(Map.of());
    assertThat(conf.get("b")).isEqualTo("2");
    assertThat(conf.get("a")).as("the last one").isEqualTo("3");
  }

  @Test
  void folderOfTheEnvironment_isTakenWhereNoneIsNamed() throws IOException {
    file(folder.resolve("hdfs-site.xml"), "b", "2");
    Path single = file(folder.resolve("more.xml"), "a", "3");
    Map<String, String> environment = Map.of("HADOOP_CONF_DIR", folder.toString());
    assertThat(FillerArguments.parse("-Da=1").configuration(environment).get("b")).isEqualTo("2");
    FillerArguments named = FillerArguments.parse("--conf=" + single);
    assertThat(named.configuration(environment).get("b")).isNull();
    assertThat(named.configuration(Map.of("HADOOP_CONF_DIR", "")).get("a")).isEqualTo("3");
  }

  @Test
  void folderWithoutConfiguration_isRefused() {
    FillerArguments named = FillerArguments.parse("--conf", folder.toString());
    assertThatThrownBy(() -> named.configuration(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--conf: no readable core-site.xml or hdfs-site.xml in " + folder);
    Map<String, String> environment = Map.of("HADOOP_CONF_DIR", folder.toString());
    assertThatThrownBy(() -> FillerArguments.parse().configuration(environment))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("HADOOP_CONF_DIR: no readable core-site.xml");
  }

  /** What it says would go unheard. */
  @Test
  void fileOfAFolderThatIsThereAndCannotBeRead_isRefused() throws IOException {
    file(folder.resolve("hdfs-site.xml"), "b", "2");
    Path link =
        Files.createSymbolicLink(folder.resolve("core-site.xml"), folder.resolve("missing.xml"));
    FillerArguments named = FillerArguments.parse("--conf", folder.toString());
    assertThatThrownBy(() -> named.configuration(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("--conf: " + link + " cannot be read");
    Files.delete(link);
    Files.createDirectory(link);
    assertThatThrownBy(() -> named.configuration(Map.of()))
        .hasMessageContaining("--conf: " + link + " cannot be read");
  }

  /** What another start does not mend. */
  @Test
  void brokenFile_isAWrongArgumentThatNamesIt() throws IOException {
    Path file = Files.writeString(folder.resolve("core-site.xml"), "<configuration><property>");
    for (String[] words : new String[][] {{}, {"-Da=1"}}) {
      FillerArguments arguments = FillerArguments.parse(words);
      assertThatThrownBy(
              () -> arguments.configuration(Map.of("HADOOP_CONF_DIR", folder.toString())))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("the configuration cannot be read: ")
          .hasMessageContaining(file.toString())
          .hasMessageNotContaining("\n");
    }
  }

  /** Name service may be back at the next start. */
  @Test
  void hostThatIsNotKnown_isNoWrongArgument() {
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "hdfs://heron.invalid:9");
    conf.set("evenkeel.manager.uri", "http://127.0.0.1:9");
    conf.set("evenkeel.redis.nodes", "127.0.0.1:9");
    assertThatThrownBy(() -> Filler.start(conf, line -> {}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("fs.defaultFS is hdfs://heron.invalid:9: no such host is known");
  }

  /** Hadoop refuses to log in by it, which shows that it was asked to. */
  @Test
  void login_isByTheConfiguration_notByTheClassPathAlone() {
    FillerArguments arguments = FillerArguments.parse("-Dhadoop.security.authentication=token-9");
    assertThatThrownBy(() -> FillerMain.configuration(arguments, Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("hadoop.security.authentication")
        .hasMessageContaining("token-9");
  }

  @Test
  void wrongArguments_areNamed() {
    assertThatThrownBy(() -> FillerArguments.parse("--fast")).hasMessageContaining("'--fast'");
    assertThatThrownBy(() -> FillerArguments.parse("--conf")).hasMessageContaining("needs a value");
    assertThatThrownBy(() -> FillerArguments.parse("-D", "=1")).hasMessageContaining("KEY=VALUE");
    Path missing = folder.resolve("missing.xml");
    assertThatThrownBy(
            () -> FillerArguments.parse("--conf", missing.toString()).configuration(Map.of()))
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
