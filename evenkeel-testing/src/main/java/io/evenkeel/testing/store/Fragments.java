package io.evenkeel.testing.store;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Made-up fragments; equal arguments make equal fragments. */
public final class Fragments {
  private Fragments() {}

  /** A key of an encoding that is told apart by {@code seed}. */
  public static FragmentKey key(long seed, int substripe, int index) {
    Random random = new Random(seed);
    return new FragmentKey(new StripeId(Epoch.next(random::nextLong), 0), substripe, index);
  }

  /** A fragment whose data subblocks are as long as itself. */
  public static StoredFragment full(FragmentKey key, CodeSpec code, int payloadBytes) {
    List<Integer> lengths = new ArrayList<>();
    for (int i = 0; i < code.dataCount(); i++) {
      lengths.add(payloadBytes);
    }
    return of(key, code, lengths, payloadBytes);
  }

  /** A fragment of random bytes with random checksums, seeded by its key. */
  public static StoredFragment of(
      FragmentKey key, CodeSpec code, List<Integer> dataLengthBytes, int payloadBytes) {
    Random random = new Random(key.hashCode());
    byte[] payload = new byte[payloadBytes];
    random.nextBytes(payload);
    int[][] crcs =
        dataLengthBytes.stream()
            .map(length -> random.ints(SubblockChecksums.chunksOf(length)).toArray())
            .toArray(int[][]::new);
    return new StoredFragment(
        key, code, dataLengthBytes, new SubblockChecksums(crcs), ByteBuffer.wrap(payload));
  }
}
