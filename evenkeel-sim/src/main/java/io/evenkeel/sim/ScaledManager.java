package io.evenkeel.sim;

import io.evenkeel.core.model.Ledger;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ForwardedManager;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.Pending;
import java.util.List;

/**
 * The manager as one process speaks to it: what it says and hears of storage nodes is in the bytes
 * of the scenario there.
 */
final class ScaledManager extends ForwardedManager {
  private final ManagerService manager;
  private final Witness witness;
  private final long byteScale;

  ScaledManager(ManagerService manager, String witness, long byteScale) {
    super(manager);
    this.manager = manager;
    this.witness = new Witness(witness);
    this.byteScale = byteScale;
  }

  @Override
  public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    return manager.tickets(witness, stripes, then);
  }

  @Override
  public Pending observe(
      List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    List<NodeSample> scaledSamples =
        samples.stream()
            .map(
                sample ->
                    new NodeSample(
                        sample.node(),
                        sample.requestedBytes() * byteScale,
                        sample.receivedBytes() * byteScale,
                        sample.busyNanos(),
                        sample.outcome(),
                        sample.reads()))
            .toList();
    List<NodeLedgers> scaledLedgers =
        ledgers.stream()
            .map(
                entry ->
                    new NodeLedgers(
                        entry.node(), scaled(entry.redirected()), scaled(entry.duplicated())))
            .toList();
    return manager.observe(witness, scaledSamples, scaledLedgers, then);
  }

  private Ledger scaled(Ledger ledger) {
    return new Ledger(
        ledger.asks(), ledger.issuedBytes() * byteScale, ledger.wonBytes() * byteScale);
  }

  @Override
  public Pending queues(QueueReport own, Completion<QueueAnswer> then) {
    return manager.queues(
        witness,
        new QueueReport(own.process(), scaled(own.nodes(), (double) byteScale)),
        new Completion<>() {
          @Override
          public void done(QueueAnswer answer) {
            then.done(new QueueAnswer(scaled(answer.nodes(), 1.0 / byteScale)));
          }

          @Override
          public void failed(Throwable cause) {
            then.failed(cause);
          }
        });
  }

  private static List<Queued> scaled(List<Queued> queues, double by) {
    return queues.stream()
        .map(
            queue ->
                new Queued(
                    queue.node(),
                    Math.round(queue.queuedBytes() * by),
                    queue.bytesPerSecond() * by))
        .toList();
  }

  /** The process has gone, and the manager stays. */
  @Override
  public void close() {}
}
