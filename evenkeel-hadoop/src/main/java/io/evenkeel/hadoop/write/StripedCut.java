package io.evenkeel.hadoop.write;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.fill.CellCut;
import io.evenkeel.core.fill.Cut;
import io.evenkeel.hadoop.read.StripedGroups;
import io.evenkeel.policy.layout.CachedGroups;
import java.util.Optional;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;

/** How HDFS cuts an erasure-coded file that is written. */
public final class StripedCut {
  private StripedCut() {}

  /** Empty where the parity of such files is not cached. */
  public static Optional<Cut> of(ErasureCodingPolicy policy, long blockBytes) {
    Optional<CodeSpec> code = StripedGroups.codeOf(policy);
    int cellBytes = policy.getCellSize();
    boolean mayCache = code.isPresent() && CachedGroups.mayCache(code.get(), cellBytes);
    return mayCache && blockBytes % cellBytes == 0
        ? Optional.of(new CellCut(code.get(), cellBytes, blockBytes))
        : Optional.empty();
  }
}
