package io.evenkeel.core.model;

import java.util.Objects;

/**
 * The one canonical name of a node: {@code host:port} of the service that serves its fragments (a
 * DataNode's transfer address, a Redis server's address). It has neither blanks nor characters that
 * a terminal obeys.
 */
public final class NodeId implements Comparable<NodeId> {
  /** A host name has no more than 253, and IPv6 addresses come with a zone. */
  private static final int ADDRESS_MAX = 300;

  private final String address;

  /** Of the name, which is looked up by in many maps for every slice. */
  private final int hash;

  public NodeId(String address) {
    Objects.requireNonNull(address, "address is null");
    requirePrintable(address);
    int colon = address.lastIndexOf(':');
    if (colon <= 0 || colon == address.length() - 1) {
      throw new IllegalArgumentException("a node is named host:port, got '" + address + "'");
    }
    if (address.length() > ADDRESS_MAX) {
      throw new IllegalArgumentException(
          "a node's name has at most " + ADDRESS_MAX + " characters, got " + address.length());
    }
    this.address = address;
    this.hash = address.hashCode();
  }

  /** Names come from other hosts, and go to terminals and logs. */
  private static void requirePrintable(String address) {
    for (int i = 0; i < address.length(); i++) {
      char c = address.charAt(i);
      if (Character.isISOControl(c)
          || Character.isSpaceChar(c)
          || Character.getType(c) == Character.FORMAT) {
        throw new IllegalArgumentException(
            "a node's name has neither blanks nor control characters, got character "
                + (int) c
                + " as number "
                + (i + 1)
                + " of it");
      }
    }
  }

  public String address() {
    return address;
  }

  public String host() {
    return address.substring(0, address.lastIndexOf(':'));
  }

  public int port() {
    return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
  }

  @Override
  public int compareTo(NodeId other) {
    return address.compareTo(other.address);
  }

  @Override
  public String toString() {
    return address;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NodeId that && address.equals(that.address);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
