package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCheckTest {
  @TempDir private Path temp;

  private static Finding found(Map<String, String> environment) {
    return new ClassPathCheck().run(Scenes.of(new Configuration(false), environment));
  }

  @Test
  void jar_isFoundWhereHadoopsScriptsTakeItFrom() throws Exception {
    assertThat(found(Map.of()).state()).isEqualTo(State.NOT_ASKED);
    Path folder = Files.createDirectories(temp.resolve("home/share/hadoop/common/lib"));
    Map<String, String> home = Map.of("HADOOP_HOME", temp.resolve("home").toString());
    assertThat(found(home).state()).isEqualTo(State.WARNING);
    assertThat(found(home).advice()).contains("ClassNotFoundException");
    Path jar = Files.createFile(folder.resolve("evenkeel-hadoop-client-0.1.0.jar"));
    assertThat(found(home)).isEqualTo(Finding.ok("class path", jar.toString()));
    Path other = Files.createFile(temp.resolve("evenkeel-hadoop-client-0.2.0.jar"));
    for (String entry : new String[] {other.toString(), temp + "/*"}) {
      assertThat(found(Map.of("HADOOP_CLASSPATH", "/nowhere/x.jar:" + entry)).found())
          .isEqualTo(other.toString());
    }
    Finding two =
        found(Map.of("HADOOP_HOME", home.get("HADOOP_HOME"), "HADOOP_CLASSPATH", other.toString()));
    assertThat(two.state()).isEqualTo(State.WARNING);
    assertThat(two.found()).contains(jar.toString(), other.toString());
  }

  /** Java takes classes from a folder that is named alone, not jars. */
  @Test
  void jarInABareFolder_isNotLoaded() throws Exception {
    Files.createFile(temp.resolve("evenkeel-hadoop-client-0.1.0.jar"));
    Finding bare = found(Map.of("HADOOP_CLASSPATH", temp.toString()));
    assertThat(bare.state()).isEqualTo(State.WARNING);
    assertThat(bare.found()).startsWith("no ");
    assertThat(bare.advice()).contains(temp + " alone").contains("add /*");
  }

  @Test
  void jarThatOnlyShadedClientsHave_isNotOnTheirClassPath() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("share/hadoop/client"));
    Files.createFile(folder.resolve("evenkeel-hadoop-client-0.1.0.jar"));
    assertThat(found(Map.of("HADOOP_HOME", temp.toString())).found()).startsWith("no ");
  }
}
