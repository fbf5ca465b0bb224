package io.evenkeel.cli.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassPathCheckTest {
  @TempDir private Path temp;

  private static final String CLASS = "io/evenkeel/hadoop/EvenkeelFileSystem.class";

  private static Path jar(Path file) throws IOException {
    return jar(file, CLASS);
  }

  private static Path jar(Path file, String... entries) throws IOException {
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : entries) {
        out.putNextEntry(new ZipEntry(entry));
        if (entry.equals(ClassPathCheck.PROPERTIES)) {
          out.write("version=0.0.9\n".getBytes(UTF_8));
        }
      }
    }
    return file;
  }

  private static Finding found(Map<String, String> environment) {
    return found(new Configuration(false), "evenkeel 0.1.0", environment);
  }

  private static Finding found(
      Configuration conf, String evenkeel, Map<String, String> environment) {
    return new ClassPathCheck(evenkeel).run(Scenes.of(conf, environment));
  }

  /** Programs of this host end with it. */
  @Test
  void noJarWhereTheConfigurationNamesItsClass_isAFailure() throws Exception {
    Configuration conf = new Configuration(false);
    conf.set("fs.hdfs.impl", "io.evenkeel.hadoop.EvenkeelFileSystem");
    Map<String, String> environment =
        Map.of("HADOOP_CLASSPATH", temp + "/*", "HADOOP_HOME", temp.toString());
    assertThat(found(conf, "evenkeel 0.1.0", environment).state())
        .as("Hadoop is elsewhere, and may have it")
        .isEqualTo(State.WARNING);
    Files.createDirectories(temp.resolve("share/hadoop/common"));
    assertThat(found(environment).state()).isEqualTo(State.WARNING);
    Finding lost = found(conf, "evenkeel 0.1.0", environment);
    assertThat(lost.state()).isEqualTo(State.FAILED);
    assertThat(lost.advice()).contains("ClassNotFoundException", "--jars");
    assertThat(found(conf, "evenkeel 0.1.0", Map.of()).state()).isEqualTo(State.LEFT_OUT);
    jar(temp.resolve("client.jar"));
    assertThat(found(conf, "evenkeel 0.1.0", environment).state()).isEqualTo(State.OK);
  }

  @Test
  void jarOfAnotherVersion_isADoubt() throws Exception {
    Path jar = jar(temp.resolve("client.jar"), CLASS, ClassPathCheck.PROPERTIES);
    Map<String, String> environment = Map.of("HADOOP_CLASSPATH", jar.toString());
    Configuration conf = new Configuration(false);
    assertThat(found(conf, "evenkeel 0.0.9", environment).state()).isEqualTo(State.OK);
    Finding old = found(conf, "evenkeel 0.1.0", environment);
    assertThat(old.state()).isEqualTo(State.WARNING);
    assertThat(old.advice())
        .contains(jar + " is of evenkeel 0.0.9, this command of evenkeel 0.1.0");
  }

  @Test
  void jarOfTwoNames_isOne() throws Exception {
    Path jar = jar(temp.resolve("client.jar"));
    Path link = Files.createSymbolicLink(temp.resolve("current.jar"), jar);
    for (String entry : new String[] {jar + ":" + link, temp + "/*"}) {
      assertThat(found(Map.of("HADOOP_CLASSPATH", entry)))
          .isEqualTo(Finding.ok("class path", jar.toRealPath().toString()));
    }
  }

  @Test
  void damagedJar_isNamed() throws Exception {
    Path jar = jar(temp.resolve("client.jar"));
    byte[] whole = Files.readAllBytes(jar);
    Files.write(jar, Arrays.copyOf(whole, whole.length / 2));
    Finding damaged = found(Map.of("HADOOP_CLASSPATH", jar.toString()));
    assertThat(damaged.state()).isEqualTo(State.WARNING);
    assertThat(damaged.advice()).contains(jar + " is damaged (", "copy it anew");
  }

  @Test
  void jar_isFoundWhereHadoopsScriptsTakeItFrom() throws Exception {
    assertThat(found(Map.of()).state()).isEqualTo(State.LEFT_OUT);
    Path folder = Files.createDirectories(temp.resolve("home/share/hadoop/common/lib"));
    Map<String, String> home = Map.of("HADOOP_HOME", temp.resolve("home").toString());
    assertThat(found(home).state()).isEqualTo(State.WARNING);
    assertThat(found(home).advice()).contains("ClassNotFoundException");
    Path jar = jar(folder.resolve("evenkeel-hadoop-client-0.1.0.jar"));
    assertThat(found(home)).isEqualTo(Finding.ok("class path", jar.toString()));
    Path other = jar(temp.resolve("evenkeel-hadoop-client-0.2.0.jar"));
    for (String entry : new String[] {other.toString(), temp + "/*"}) {
      assertThat(found(Map.of("HADOOP_CLASSPATH", "/nowhere/x.jar:" + entry)).found())
          .isEqualTo(other.toString());
    }
    Finding two =
        found(Map.of("HADOOP_HOME", home.get("HADOOP_HOME"), "HADOOP_CLASSPATH", other.toString()));
    assertThat(two.state()).isEqualTo(State.WARNING);
    assertThat(two.found()).contains(jar.toString(), other.toString());
  }

  /** The line that README has, with the folder it was installed to. */
  @Test
  void jar_isFoundByTheNameThatReadmeGivesIt() throws Exception {
    Matcher line =
        Pattern.compile("`HADOOP_CLASSPATH=(/\\S+\\.jar)` with `HADOOP_USER_CLASSPATH_FIRST=true`")
            .matcher(Files.readString(Path.of("..", "README.md")));
    assertThat(line.find()).isTrue();
    Path jar = temp.resolve(line.group(1).substring(1));
    jar(Files.createDirectories(jar.getParent()).resolve(jar.getFileName()));
    assertThat(found(Map.of("HADOOP_CLASSPATH", jar.toString())))
        .isEqualTo(Finding.ok("class path", jar.toString()));
  }

  @Test
  void whatHasOnlyTheName_isNotTheJar() throws Exception {
    Path others = jar(temp.resolve("evenkeel-hadoop-client-0.1.0.jar"), "Other.class");
    Path none = Files.writeString(temp.resolve("evenkeel-client.jar"), "no jar");
    for (Object entry : new Object[] {others, none, temp + "/*", temp.resolve("missing.jar")}) {
      assertThat(found(Map.of("HADOOP_CLASSPATH", entry.toString())).found())
          .startsWith("no jar with Evenkeel");
    }
  }

  /** Java takes classes from a folder that is named alone, not jars. */
  @Test
  void jarInABareFolder_isNotLoaded() throws Exception {
    jar(temp.resolve("evenkeel-hadoop-client-0.1.0.jar"));
    Finding bare = found(Map.of("HADOOP_CLASSPATH", temp.toString()));
    assertThat(bare.state()).isEqualTo(State.WARNING);
    assertThat(bare.found()).startsWith("no ");
    assertThat(bare.advice()).contains(temp + " alone").contains("add /*");
  }

  @Test
  void jarThatOnlyShadedClientsHave_isNotOnTheirClassPath() throws Exception {
    Path folder = Files.createDirectories(temp.resolve("share/hadoop/client"));
    jar(folder.resolve("evenkeel-hadoop-client-0.1.0.jar"));
    assertThat(found(Map.of("HADOOP_HOME", temp.toString())).found()).startsWith("no ");
  }
}
