package io.evenkeel.manager;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Cache nodes whose removals and renewals end when a test says so. */
final class HeldStore extends ManagersNodes {
  final Deque<Completion<Integer>> held = new ArrayDeque<>();
  final List<NodeId> renewals = new ArrayList<>();
  final List<NodeId> samples = new ArrayList<>();
  final List<CatalogueEntry> entered = new ArrayList<>();
  final List<StripeId> struck = new ArrayList<>();
  Completion<Long> heldSample;
  Completion<Void> heldEnter;
  Throwable throwing;
  boolean strikesFail;

  HeldStore(NodeId... nodes) {
    super(List.of(nodes));
  }

  @Override
  public Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then) {
    if (throwing instanceof Error error) {
      throw error;
    }
    if (throwing instanceof RuntimeException exception) {
      throw exception;
    }
    held.add(then);
    return Pending.DONE;
  }

  @Override
  public Pending renew(
      NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then) {
    renewals.add(node);
    held.add(then);
    return Pending.DONE;
  }

  @Override
  public Pending enter(
      NodeId node, CatalogueEntry entry, Duration timeToLive, Completion<Void> then) {
    entered.add(entry);
    heldEnter = then;
    return Pending.DONE;
  }

  @Override
  public Pending strike(NodeId node, StripeId stripe, Completion<Void> then) {
    struck.add(stripe);
    if (strikesFail) {
      then.failed(new IOException("no answer"));
    } else {
      then.done(null);
    }
    return Pending.DONE;
  }

  @Override
  public Pending catalogue(NodeId node, String from, Completion<CataloguePage> then) {
    return Pending.DONE;
  }

  @Override
  public Pending usedBytes(NodeId node, Completion<Long> then) {
    samples.add(node);
    heldSample = then;
    return Pending.DONE;
  }
}
