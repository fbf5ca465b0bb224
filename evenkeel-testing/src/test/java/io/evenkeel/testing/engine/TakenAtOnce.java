package io.evenkeel.testing.engine;

import io.evenkeel.core.engine.Delivery;
import io.evenkeel.core.engine.ReadEngine;
import io.evenkeel.core.engine.ReadExecution;
import io.evenkeel.core.engine.ReadListener;
import io.evenkeel.core.engine.ReadRequest;
import io.evenkeel.core.model.ReadReport;
import io.evenkeel.core.model.Source;

/** One read whose caller takes all at once, and gives it back. */
final class TakenAtOnce implements ReadListener {
  private final ReadExecution execution;

  /** How it went; null until it has ended. */
  ReadReport report;

  TakenAtOnce(ReadEngine engine, ReadRequest request) {
    execution = engine.read(request, this);
  }

  void start() {
    execution.start();
  }

  @Override
  public void deliver(Delivery delivery) {
    if (delivery instanceof Delivery.Piece piece) {
      execution.release(piece);
    }
  }

  @Override
  public void broken(Source source, String reason) {}

  @Override
  public void finished(ReadReport told) {
    report = told;
  }
}
