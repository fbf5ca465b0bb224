package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cluster.ClientProperties;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainLoginTest {
  @TempDir private Path folder;

  /** Hadoop refuses to log in by it, which shows that it was asked to. */
  @Test
  void login_isByTheConfiguration_notByTheClassPathAlone() throws IOException {
    Path configuration = folder.resolve("conf");
    ClientProperties.writeConfiguration(
        Map.of("fs.defaultFS", "hdfs://127.0.0.1:1", "hadoop.security.authentication", "token-9"),
        configuration);
    StringWriter errors = new StringWriter();
    int status =
        EvenkeelCommand.commandLine()
            .setErr(new PrintWriter(errors, true))
            .execute("explain", "--conf=" + configuration, "/file");
    assertThat(status).isEqualTo(2);
    assertThat(errors.toString()).contains("hadoop.security.authentication").contains("token-9");
  }
}
