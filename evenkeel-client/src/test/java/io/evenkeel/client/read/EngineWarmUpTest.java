package io.evenkeel.client.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.client.process.ThreadScheduler;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(30)
class EngineWarmUpTest {
  private final ThreadScheduler scheduler = new ThreadScheduler();

  @AfterEach
  void stop() {
    scheduler.close();
  }

  private EngineWarmUp engine(String code, String scheme) {
    return new EngineWarmUp(scheduler, CodeSpec.parse(code), Schemes.named(scheme));
  }

  @ParameterizedTest
  @CsvSource({"xor-4-1,adaptive", "rs-6-3,adaptive", "rs-2-1,pocache"})
  void aMissingBlock_isDecodedFromParity(String code, String scheme) throws IOException {
    ReadReport whole = engine(code, scheme).read();
    assertThat(whole.decodedBytes()).isEqualTo(EngineWarmUp.BLOCK_BYTES);
    assertThat(whole.plainBytes()).isZero();
    ReadReport small = engine(code, scheme).readSmall();
    assertThat(small.decodedBytes()).isEqualTo(EngineWarmUp.SMALL_BYTES);
    assertThat(small.plainBytes()).isZero();
  }
}
