package io.evenkeel.manager;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.StripeGeometry;

/** What a stripe's geometry has in common with most others. */
record Shape(CodeSpec code, int subblockBytes) {
  static Shape of(StripeGeometry geometry) {
    return new Shape(geometry.code(), geometry.subblockBytes());
  }
}
