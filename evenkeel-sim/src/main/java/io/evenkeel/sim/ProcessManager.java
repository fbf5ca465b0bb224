package io.evenkeel.sim;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeLedgers;
import io.evenkeel.core.model.NodeSample;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.TicketAnswer;
import io.evenkeel.core.model.Witness;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerService;
import io.evenkeel.core.port.Pending;
import java.util.List;

/** The manager as one process speaks to it: its samples are in the bytes of the scenario there. */
final class ProcessManager implements ManagerApi {
  private final ManagerService manager;
  private final Witness witness;
  private final long byteScale;

  ProcessManager(ManagerService manager, String witness, long byteScale) {
    this.manager = manager;
    this.witness = new Witness(witness);
    this.byteScale = byteScale;
  }

  @Override
  public Pending tickets(List<PlacedStripe> stripes, Completion<TicketAnswer> then) {
    return manager.tickets(stripes, then);
  }

  @Override
  public Pending reserve(StripeId id, StripeGeometry geometry, Completion<Reservation> then) {
    return manager.reserve(id, geometry, then);
  }

  @Override
  public Pending reserveFill(
      StripeId id, ContentVersion version, StripeGeometry geometry, Completion<Reservation> then) {
    return manager.reserveFill(id, version, geometry, then);
  }

  @Override
  public Pending publish(StripeId id, PlacedStripe content, Completion<Answer> then) {
    return manager.publish(id, content, then);
  }

  @Override
  public Pending withdraw(StripeId id, String reason, Completion<Answer> then) {
    return manager.withdraw(id, reason, then);
  }

  @Override
  public Pending observe(
      List<NodeSample> samples, List<NodeLedgers> ledgers, Completion<Answer> then) {
    List<NodeSample> scaled =
        samples.stream()
            .map(
                sample ->
                    new NodeSample(
                        sample.node(),
                        sample.requestedBytes() * byteScale,
                        sample.receivedBytes() * byteScale,
                        sample.busyNanos(),
                        sample.outcome()))
            .toList();
    return manager.observe(witness, scaled, ledgers, then);
  }

  @Override
  public Pending queues(QueueReport own, Completion<QueueAnswer> then) {
    return manager.queues(
        witness,
        new QueueReport(own.process(), scaled(own.nodes(), (double) byteScale)),
        new Completion<>() {
          @Override
          public void done(QueueAnswer answer) {
            then.done(new QueueAnswer(answer.processes(), scaled(answer.nodes(), 1.0 / byteScale)));
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

  @Override
  public Pending changed(List<String> gone, List<String> moved, Completion<Answer> then) {
    return manager.changed(gone, moved, then);
  }

  @Override
  public Pending fills(int most, Completion<FillAnswer> then) {
    return manager.fills(most, then);
  }

  @Override
  public Pending status(Completion<ManagerStatus> then) {
    return manager.status(then);
  }

  @Override
  public Pending explain(List<ContentVersion> stripes, Completion<List<StripeExplanation>> then) {
    return manager.explain(stripes, then);
  }

  /** The process has gone, and the manager stays. */
  @Override
  public void close() {}
}
