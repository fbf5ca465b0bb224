package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ProbeBytesTest {
  @Test
  void anyOtherByte_andAnyOtherLength_isNoticed() throws Exception {
    for (int length : new int[] {1, 64 * 1024, 200_001}) {
      ProbeBytes probe = new ProbeBytes(7, length);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      probe.writeTo(out);
      byte[] written = out.toByteArray();
      assertThat(written).hasSize(length);
      probe.check(new ByteArrayInputStream(written));
      byte[] longer = Arrays.copyOf(written, length + 1);
      assertThatThrownBy(() -> probe.check(new ByteArrayInputStream(longer)))
          .hasMessageContaining("more to read");
      byte[] shorter = Arrays.copyOf(written, length - 1);
      assertThatThrownBy(() -> probe.check(new ByteArrayInputStream(shorter)))
          .hasMessageContaining("it ends before");
      written[length - 1] ^= 1;
      assertThatThrownBy(() -> probe.check(new ByteArrayInputStream(written)))
          .hasMessage("byte " + (length - 1) + " is not what was written");
    }
  }
}
