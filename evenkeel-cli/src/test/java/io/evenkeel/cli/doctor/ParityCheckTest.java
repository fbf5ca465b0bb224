package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.hadoop.EvenkeelSettings;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.io.erasurecode.ECSchema;
import org.junit.jupiter.api.Test;

/** Files that get no parity, by the rules by which the product gives them none. */
class ParityCheckTest {
  private static final int MIB = 1 << 20;
  private final Configuration conf = new Configuration(false);

  private Optional<String> whyNone(ErasureCodingPolicy policy, long blockBytes, long lengthBytes) {
    return ParityCheck.whyNone(
        Optional.ofNullable(policy), blockBytes, lengthBytes, EvenkeelSettings.from(conf));
  }

  private static ErasureCodingPolicy policy(String codec, int parity, int cellBytes) {
    return new ErasureCodingPolicy(new ECSchema(codec, 4, parity), cellBytes, (byte) 9);
  }

  @Test
  void shortFiles_getNoneWhereTheyAreNotWanted() {
    conf.set("evenkeel.write.min.bytes", "1");
    conf.set("evenkeel.write.one.block", "false");
    assertThat(whyNone(null, MIB, 2 * MIB)).isEmpty();
    assertThat(whyNone(null, MIB, MIB).orElseThrow())
        .contains("evenkeel.write.one.block", "--probe-bytes of " + (MIB + 1));
    conf.set("evenkeel.write.min.bytes", "3m");
    assertThat(whyNone(null, MIB, 2 * MIB).orElseThrow())
        .contains("evenkeel.write.min.bytes", "--probe-bytes of " + 3 * MIB);
    assertThat(whyNone(null, MIB, 3 * MIB)).isEmpty();
  }

  @Test
  void longBlocksThatAreNoWholeSubblocks_getNone() {
    assertThat(whyNone(null, MIB + 512, 4 * MIB).orElseThrow()).contains("evenkeel.subblock.bytes");
  }

  @Test
  void erasureCodedFiles_getSomeOfOneParityBlock_aKnownCodec_andUsualCells() {
    assertThat(whyNone(policy("rs", 1, MIB), MIB, 4 * MIB)).isEmpty();
    assertThat(whyNone(policy("rs", 2, MIB), MIB, 4 * MIB)).isPresent();
    assertThat(whyNone(policy("rs-legacy", 1, MIB), MIB, 4 * MIB)).isPresent();
    assertThat(whyNone(policy("xor", 1, MIB / 16), MIB, 4 * MIB)).isPresent();
    assertThat(whyNone(policy("xor", 1, 16 * MIB), 16 * MIB, 4 * MIB)).isPresent();
  }
}
