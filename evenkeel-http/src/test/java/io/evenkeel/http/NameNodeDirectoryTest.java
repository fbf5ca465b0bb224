package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.http.NameNodeDirectory.DataNode;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class NameNodeDirectoryTest {
  /** As a NameNode of Hadoop 3.4.3 answers, shortened. */
  private static final String ANSWER =
      """
      {"beans": [{
        "name": "Hadoop:service=NameNode,name=NameNodeInfo",
        "LiveNodes": "{\\"dn-1.example:9866\\":{\\"infoAddr\\":\\"0.0.0.0:9864\\",\
      \\"infoSecureAddr\\":\\"0.0.0.0:0\\",\\"xferaddr\\":\\"10.1.2.3:9866\\",\\"lastContact\\":1},\
      \\"dn-2.example:9866\\":{\\"infoAddr\\":\\"10.1.2.4:9999\\",\\"xferaddr\\":\\"10.1.2.4:9866\\"}}",
        "DeadNodes": "{}"}]}
      """;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void liveNodes_areAskedAtTheHostThatClientsReadFrom() throws IOException {
    assertThat(NameNodeDirectory.read(bytes(ANSWER)))
        .containsExactly(
            new DataNode(new NodeId("10.1.2.3:9866"), URI.create("http://10.1.2.3:9864")),
            new DataNode(new NodeId("10.1.2.4:9866"), URI.create("http://10.1.2.4:9999")));
  }

  @Test
  void whatIsNoNameNode_isSaid() {
    assertThatThrownBy(() -> NameNodeDirectory.read(bytes("{\"beans\":[]}")))
        .hasMessageContaining("is it a NameNode's address?");
    assertThatThrownBy(() -> NameNodeDirectory.read(bytes("<html>")))
        .hasMessageContaining("not JSON");
  }
}
