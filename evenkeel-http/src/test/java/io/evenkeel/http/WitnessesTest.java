package io.evenkeel.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.model.Witness;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WitnessesTest {
  private static InetAddress address(String literal) {
    try {
      return InetAddress.getByName(literal);
    } catch (UnknownHostException e) {
      throw new AssertionError(literal, e);
    }
  }

  private final Witnesses witnesses =
      new Witnesses(Set.of(address("10.0.0.1"), address("2001:db8:0:1::1")));

  private String of(String literal) {
    return witnesses.of(address(literal)).name();
  }

  @Test
  void machineOfIpv4_isItsAddress() {
    assertThat(of("10.0.0.2")).isEqualTo("10.0.0.2");
    assertThat(of("10.0.0.3")).isEqualTo("10.0.0.3");
  }

  @Test
  void thisMachine_isOneByAllItsAddresses() {
    for (String own :
        new String[] {"127.0.0.1", "127.9.8.7", "::1", "10.0.0.1", "2001:db8:0:1::1"}) {
      assertThat(witnesses.of(address(own))).as(own).isEqualTo(Witness.THIS_MACHINE);
    }
    Witnesses here = Witnesses.ofThisMachine();
    assertThat(here.of(InetAddress.getLoopbackAddress())).isEqualTo(Witness.THIS_MACHINE);
  }

  /** A machine may give itself as many addresses of its network as it likes. */
  @Test
  void networkOfIpv6_isOne() {
    assertThat(of("2001:db8:0:2::1"))
        .isEqualTo(of("2001:db8:0:2:ffff:ffff:ffff:ffff"))
        .isEqualTo("2001:db8:0:2:0:0:0:0/64")
        .isNotEqualTo(of("2001:db8:0:3::1"));
  }

  /** What a dual-stack server sees of a client of IPv4. */
  @Test
  void mappedIpv4_isIpv4() {
    assertThat(of("::ffff:10.0.0.2")).isEqualTo("10.0.0.2");
  }
}
