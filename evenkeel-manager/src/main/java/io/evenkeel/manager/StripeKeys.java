package io.evenkeel.manager;

import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StripeId;
import java.util.AbstractList;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * The keys of some indexes of a stripe, one a substripe, index by index. A key is made when it is
 * asked for: of a wide stripe of large blocks there are very many.
 */
final class StripeKeys extends AbstractList<FragmentKey> implements RandomAccess {
  private final StripeId stripe;
  private final int substripes;
  private final int[] indexes;

  StripeKeys(StripeId stripe, int substripes, int... indexes) {
    this.stripe = stripe;
    this.substripes = substripes;
    this.indexes = indexes;
  }

  @Override
  public FragmentKey get(int at) {
    Objects.checkIndex(at, size());
    return new FragmentKey(stripe, at % substripes, indexes[at / substripes]);
  }

  @Override
  public int size() {
    return substripes * indexes.length;
  }
}
