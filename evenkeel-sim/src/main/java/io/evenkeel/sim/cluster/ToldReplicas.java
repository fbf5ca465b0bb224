package io.evenkeel.sim.cluster;

import io.evenkeel.client.file.Stripes;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.sim.chance.Shuffle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * A replicated file as one who opens it is told of it: of each block the replicas of the reader's
 * rack first, and those that are as far away in random order, as a NameNode sorts them.
 */
public final class ToldReplicas implements Stripes {
  private final ReplicatedData file;
  private final StorageNodes nodes;
  private final Reader reader;
  private final SplittableRandom random;
  private final Map<Integer, Stripe> told = new HashMap<>();

  public ToldReplicas(
      ReplicatedData file, StorageNodes nodes, Reader reader, SplittableRandom random) {
    this.file = file;
    this.nodes = nodes;
    this.reader = reader;
    this.random = random;
  }

  @Override
  public long lengthBytes() {
    return file.lengthBytes();
  }

  @Override
  public long blockBytes() {
    return file.blockBytes();
  }

  @Override
  public long stripeBytes() {
    return file.stripeBytes();
  }

  @Override
  public boolean isLocatedSinceOpen(long position) {
    return true;
  }

  @Override
  public Optional<Stripe> known(long position) {
    return of((int) (position / stripeBytes()));
  }

  @Override
  public Optional<Stripe> at(long position) {
    return known(position);
  }

  @Override
  public Optional<Stripe> of(int number) {
    return file.of(number).map(stripe -> told.computeIfAbsent(number, n -> sorted(stripe)));
  }

  private Stripe sorted(Stripe stripe) {
    return new Stripe(
        stripe.number(),
        stripe.fileOffset(),
        stripe.geometry(),
        stripe.version(),
        stripe.replicas().stream().map(this::sorted).toList());
  }

  private List<NodeId> sorted(List<NodeId> replicas) {
    List<NodeId> near = new ArrayList<>();
    List<NodeId> far = new ArrayList<>();
    for (int i : Shuffle.permutation(replicas.size(), random)) {
      NodeId node = replicas.get(i);
      (nodes.node(node).rack() == reader.rack() ? near : far).add(node);
    }
    near.addAll(far);
    return near;
  }
}
