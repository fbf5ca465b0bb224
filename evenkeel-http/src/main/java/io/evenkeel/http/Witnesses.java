package io.evenkeel.http;

import io.evenkeel.core.model.Witness;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * Which machine is at the other end of a connection, by its address. All addresses of this machine
 * are one, be it loopback or not; so are all of a network of IPv6 (/64), of which a machine may
 * choose as many as it likes. Machines behind one address are one witness, and one with addresses
 * in two networks is two: there is no authentication.
 */
final class Witnesses {
  private static final int NETWORK_BYTES = 8;
  private final Set<InetAddress> own;

  /**
   * @param own the addresses of this machine, loopback need not be among them
   */
  Witnesses(Set<InetAddress> own) {
    this.own = Set.copyOf(own);
  }

  /** With the addresses that this machine has now. */
  static Witnesses ofThisMachine() {
    Set<InetAddress> own = new HashSet<>();
    try {
      NetworkInterface.networkInterfaces().forEach(i -> i.inetAddresses().forEach(own::add));
    } catch (SocketException e) {
      // A machine that does not say them: its loopback addresses are known all the same.
      own.clear();
    }
    return new Witnesses(own);
  }

  Witness of(InetAddress remote) {
    if (remote.isLoopbackAddress() || own.contains(remote)) {
      return Witness.THIS_MACHINE;
    }
    if (!(remote instanceof Inet6Address)) {
      return new Witness(remote.getHostAddress());
    }
    byte[] network = Arrays.copyOf(remote.getAddress(), remote.getAddress().length);
    Arrays.fill(network, NETWORK_BYTES, network.length, (byte) 0);
    try {
      return new Witness(InetAddress.getByAddress(network).getHostAddress() + "/64");
    } catch (UnknownHostException e) {
      throw new IllegalStateException("an IPv6 address has 16 bytes", e);
    }
  }
}
