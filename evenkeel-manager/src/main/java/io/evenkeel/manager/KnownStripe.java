package io.evenkeel.manager;

import java.util.Arrays;

/**
 * One content that was asked for or published, and what the manager knows of it. Equal when the
 * content is. There may be a million: {@link StripeCodec} packs what it is made of.
 */
final class KnownStripe extends Linked<KnownStripe> implements CacheKey {
  static final byte[] NONE = {};

  /** The number of its space, and its id. */
  final byte[] content;

  /** Where it was last seen. */
  String path = "";

  int number;
  long fileOffset;
  Shape shape;

  /** Of its blocks. */
  byte[] lengths = NONE;

  /** The nodes that hold each block. */
  byte[] replicas = NONE;

  /** The room that is held for its parity; null when there is none. */
  Encoding encoding;

  /** That its parity is to be made, or could not be; null mostly. */
  Fill fill;

  /** What was decided last. */
  ParityReason verdict = ParityReason.NONE;

  private final int hash;

  /**
   * @param hash of the content
   */
  KnownStripe(byte[] content, int hash) {
    this.content = content;
    this.hash = hash;
  }

  /** What is longer of one content than of another: bytes and characters. */
  int variableBytes() {
    return content.length + path.length() + lengths.length + replicas.length;
  }

  @Override
  public boolean equals(Object other) {
    return other == this
        || (other instanceof KnownStripe stripe && Arrays.equals(stripe.content, content));
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return path + "#" + number;
  }
}
