package io.evenkeel.hadoop.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.hadoop.HdfsInProcess;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class EngineWarmUpTest {
  private static HdfsInProcess hdfs;
  private static ReadScene scene;

  @BeforeAll
  static void start() throws Exception {
    hdfs = new HdfsInProcess(1);
    scene = new ReadScene(hdfs, hdfs.evenkeel("adaptive"));
  }

  @AfterAll
  static void stop() throws Exception {
    scene.close();
    hdfs.close();
  }

  private ReadReport warmUp(String code, String scheme) throws IOException {
    OpenFile.Layout layout =
        new OpenFile.Layout(CodeSpec.parse(code), 1 << 20, Schemes.named(scheme));
    return new EngineWarmUp(scene.services.scheduler(), layout).read();
  }

  @ParameterizedTest
  @CsvSource({"xor-4-1,adaptive", "rs-6-3,adaptive", "rs-2-1,pocache"})
  void aMissingBlock_isDecodedFromParity(String code, String scheme) throws IOException {
    ReadReport report = warmUp(code, scheme);
    assertThat(report.decodedBytes()).isEqualTo(EngineWarmUp.BLOCK_BYTES);
    assertThat(report.plainBytes()).isZero();
  }
}
