package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.core.model.DataNodeCounters;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Answers of DataNodes of Hadoop 3.4.3 as they were recorded, and wrong ones. */
class JmxAnswerTest {
  static byte[] recorded(String name) throws IOException {
    try (InputStream in = JmxAnswerTest.class.getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  @Test
  void dataNode_isNamedByTheAskedHostAndItsTransferPort() throws IOException {
    assertThat(JmxAnswer.read("10.1.2.3", recorded("datanode-jmx.json")))
        .containsExactly(new DataNodeCounters(new NodeId("10.1.2.3:34857"), 6340608, 78, 2));
  }

  @Test
  void dataNodesOfOneProcess_areToldApart() throws IOException {
    assertThat(JmxAnswer.read("127.0.0.1", recorded("two-datanodes-jmx.json")))
        .containsExactly(
            new DataNodeCounters(new NodeId("127.0.0.1:38703"), 6340608, 78, 2),
            new DataNodeCounters(new NodeId("127.0.0.1:33327"), 6340608, 73, 2));
  }

  private static ThrowingCallable reading(String text) {
    return () -> JmxAnswer.read("host", text.getBytes(StandardCharsets.UTF_8));
  }

  private static String bean(String name, String attributes) {
    return "{\"beans\": [{\"name\": \"" + name + "\"" + attributes + "}]}";
  }

  @Test
  void wrongAnswer_saysWhatItHas() {
    String name = "Hadoop:service=DataNode,name=DataNodeActivity-a-b-";
    String counts = ", \"BytesRead\": 1, \"TotalReadTime\": 2, \"BlocksRead\": 3";
    assertThatThrownBy(reading("<html>")).hasMessageStartingWith("not JSON: <html>");
    assertThatThrownBy(reading("")).hasMessageStartingWith("not JSON: nothing");
    assertThatThrownBy(reading("{\"beans\": 7}")).hasMessageContaining("no bean");
    assertThatThrownBy(reading(bean("Hadoop:service=NameNode,name=Info", counts)))
        .hasMessageContaining("found [Hadoop:service=NameNode,name=Info]");
    assertThatThrownBy(reading(bean(name + "x", counts)))
        .hasMessageContaining("does not end in a port");
    assertThatThrownBy(reading(bean(name + "70000", counts)))
        .hasMessageContaining("does not end in a port");
    assertThatThrownBy(reading(bean(name + "9866", ", \"BytesRead\": 1")))
        .hasMessageContaining("has no count TotalReadTime");
    assertThatThrownBy(reading(bean(name + "9866", counts.replace("1", "\"many\""))))
        .hasMessageContaining("has no count BytesRead, found '\"many\"'");
    assertThatThrownBy(reading(bean(name + "9866", counts.replace("3", "-3"))))
        .hasMessageContaining("has no count BlocksRead, found '-3'");
  }
}
