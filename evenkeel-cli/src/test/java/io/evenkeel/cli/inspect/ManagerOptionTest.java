package io.evenkeel.cli.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.cli.cluster.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.TypeConversionException;

class ManagerOptionTest {
  @TempDir private Path temp;

  private StateFolder cluster(String permissions) throws IOException {
    Path folder = Files.createDirectory(temp.resolve(permissions));
    Files.createDirectory(folder.resolve("evenkeel"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString(permissions));
    return new StateFolder(folder);
  }

  @Test
  void whatIsSaid_comesBeforeAClusterThatHappensToRun() throws IOException {
    StateFolder cluster = cluster("rwx------");
    Path option = Path.of("option");
    assertThat(ManagerOption.chosen(option, "variable", cluster)).contains(option);
    assertThat(ManagerOption.chosen(null, "variable", cluster)).contains(Path.of("variable"));
    Path ofCluster = cluster.path().resolve("evenkeel");
    assertThat(ManagerOption.chosen(null, "", cluster)).contains(ofCluster);
    StateFolder none = new StateFolder(temp.resolve("none"));
    assertThat(ManagerOption.chosen(null, null, none)).isEmpty();
  }

  /** Its configuration would say who is sent the password of Redis. */
  @Test
  void folderThatAnybodyMayHavePrepared_isNotTaken() throws IOException {
    StateFolder anybodys = cluster("rwxrwxrwx");
    assertThatThrownBy(() -> ManagerOption.chosen(null, null, anybodys))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(anybodys.path() + " should be a folder of ")
        .hasMessageContaining("EVENKEEL_STATE_FOLDER");
    assertThat(ManagerOption.chosen(Path.of("option"), null, anybodys)).isPresent();
  }

  @Test
  void managerThatIsSaid_mayBeHostAndPortAlone() {
    ManagerOption.Named named = new ManagerOption.Named();
    assertThat(named.convert("http://manager:8460")).hasToString("http://manager:8460");
    assertThat(named.convert("127.0.0.1:8460")).hasToString("http://127.0.0.1:8460");
    assertThat(named.convert("manager:8460")).hasToString("http://manager:8460");
  }

  @Test
  void managerThatIsNone_isRefused_withoutItsPassword() {
    ManagerOption.Named named = new ManagerOption.Named();
    for (String text : List.of("manager", "redis://m:1", "http://", "http:// m:1", "/v1/status")) {
      assertThatThrownBy(() -> named.convert(text))
          .isInstanceOf(TypeConversionException.class)
          .hasMessage("a manager is named http://host:port, got " + text);
    }
    assertThatThrownBy(() -> named.convert("redis://u:secret@m:1"))
        .hasMessageContaining("got ***@m:1")
        .hasMessageNotContaining("secret");
  }

  /** Whoever looks at the manager needs no password of Redis. */
  @Test
  void whatElseIsWrongInAConfiguration_isNoMatter() throws IOException {
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.manager.uri", "http://127.0.0.1:1");
    conf.set("evenkeel.redis.nodes", "127.0.0.1:2");
    conf.set("evenkeel.redis.password.file", temp.resolve("none").toString());
    assertThat(new ManagerOption().uri(conf)).hasToString("http://127.0.0.1:1");
  }

  @Test
  void loginOfAManager_isNotShown() throws IOException {
    ManagerOption option = new ManagerOption();
    Configuration conf = new Configuration(false);
    conf.set("evenkeel.manager.uri", "http://heron:plover@127.0.0.1:1");
    assertThat(option.uri(conf)).hasToString("http://127.0.0.1:1");
    conf.set("evenkeel.manager.uri", "http://heron:pl over@127.0.0.1:1");
    assertThatThrownBy(() -> option.uri(conf)).message().doesNotContain("heron", "over");
    new CommandLine(CommandSpec.create().addMixin("it", CommandSpec.forAnnotatedObject(option)))
        .parseArgs("--manager=http://heron:plover@127.0.0.1:2");
    assertThat(option.uri(conf)).hasToString("http://127.0.0.1:2");
  }

  /** Only a cluster needs a socket in it. */
  @Test
  void longTemporaryFolder_isNoTrouble() throws IOException {
    StateFolder none = new StateFolder(temp.resolve("n".repeat(120)));
    assertThat(ManagerOption.chosen(null, null, none)).isEmpty();
  }
}
