package io.evenkeel.manager;

import io.evenkeel.core.model.StripeGeometry;

/** What a fragment takes from a cache node's memory; a node store's {@code allocatedBytes}. */
@FunctionalInterface
public interface FragmentSizes {
  long allocatedBytes(int payloadBytes, int dataCount);

  /** What all fragments of one parity index of a stripe take. */
  default long ofIndex(StripeGeometry geometry) {
    int last = geometry.substripeCount() - 1;
    int dataCount = geometry.code().dataCount();
    return allocatedBytes(geometry.parityLengthBytes(last), dataCount)
        + last * (last == 0 ? 0 : allocatedBytes(geometry.parityLengthBytes(0), dataCount));
  }
}
