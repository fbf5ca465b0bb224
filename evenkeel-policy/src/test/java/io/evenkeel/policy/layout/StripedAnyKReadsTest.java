package io.evenkeel.policy.layout;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.policy.scheme.Schemes;
import io.evenkeel.testing.engine.SimulatedFile;
import io.evenkeel.testing.engine.SimulatedStripedFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Erasure-coded files, a row of cells a band. Stored parity is asked by no scheme before something
 * is late, and then each row by a lane of its own; where a code has one, it may be cached besides.
 * What is decoded is compared with nothing here: {@link VerificationTest} has the reads that ask
 * for one fragment more, for the comparison.
 */
class StripedAnyKReadsTest extends AnyKReadsContract {
  @Override
  protected List<AnyKReader> readers() {
    List<AnyKReader> readers = new ArrayList<>();
    for (String name : new String[] {"rs-3-2", "rs-6-3"}) {
      CodeSpec code = CodeSpec.parse(name);
      Schemes.names().forEach(scheme -> readers.add(reader(code, scheme, false)));
    }
    CodeSpec cached = CodeSpec.parse("rs-4-1");
    Schemes.names().forEach(scheme -> readers.add(reader(cached, scheme, true)));
    return readers;
  }

  private static AnyKReader reader(CodeSpec code, String scheme, boolean isCached) {
    return AnyKReader.planned(
        "striped " + code + (isCached ? " cached " : " ") + scheme,
        code.dataCount(),
        AnyKScene.GROUPS,
        true,
        (rows, copies) -> file(code, scheme, isCached, rows, copies));
  }

  private static AnyKFile file(
      CodeSpec code, String scheme, boolean isCached, int rows, int copies) {
    int k = code.dataCount();
    int length = rows * k * UNIT;
    SimulatedStripedFile file =
        new SimulatedStripedFile(1, code, length, length, UNIT, code.totalCount());
    List<List<NodeId>> nodes = new ArrayList<>();
    for (int index = 0; index < code.totalCount(); index++) {
      nodes.add(dataNodes(index, copies));
    }
    BlockGroup made = file.groups().get(0);
    BlockGroup group =
        new BlockGroup(made.spreadSeed(), made.fileOffset(), made.geometry(), made.blocks(), nodes);
    Optional<FragmentTicket> ticket =
        isCached
            ? Optional.of(
                FragmentTicket.ofParity(
                    SimulatedFile.stripeId(0),
                    StripeGeometry.of(made.geometry()),
                    List.of(SimulatedFile.cacheNode(0))))
            : Optional.empty();
    if (isCached) {
      nodes.get(k).add(0, SimulatedFile.cacheNode(0));
    }
    return new AnyKFile(
        file,
        nodes,
        (range, plannedBytes) ->
            new StripedPlanner(
                List.of(group),
                range,
                Schemes.named(scheme),
                Verification.NEVER,
                asked -> ticket,
                Direction.OFF,
                plannedBytes,
                new BandSizes(UNIT, UNIT)));
  }
}
