package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.ContiguousFile;
import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.fill.VerifiedStripe;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.read.ReadSession;
import io.evenkeel.core.fill.BlockCut;
import io.evenkeel.core.fill.CellCut;
import io.evenkeel.core.fill.Cut;
import io.evenkeel.core.model.FillOrder;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Parallel;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DFSStripedInputStream;

/** One stripe of a file of HDFS, or one block group, by a stock stream of its own. */
public final class WholeStripe implements VerifiedStripe {
  private final HdfsStream stock;
  private final PlacedStripe content;
  private final Cut cut;
  private final ReadSession session;
  private final Executor closing;

  private WholeStripe(
      HdfsStream stock, PlacedStripe content, Cut cut, ReadSession session, Executor closing) {
    this.stock = stock;
    this.content = content;
    this.cut = cut;
    this.session = session;
    this.closing = closing;
  }

  /** What an order is for, as it is now, and how to read it. */
  private record Found(Stripe stripe, Optional<ReadSession> session) {}

  /**
   * Opens the file that an order names and starts to read the stripe.
   *
   * @throws IOException when the file cannot be read, is not one with cached parity, or holds
   *     another content now: then the order is void
   */
  public static WholeStripe open(
      FillOrder order,
      ReadServices services,
      ReadLayout layout,
      BlockConnector connector,
      DFSClient client)
      throws IOException {
    DFSInputStream stock = client.open(order.path(), 4096, true);
    boolean opened = false;
    try {
      HdfsStream stream = new HdfsStream(stock, connector);
      boolean isGroup = stock.getClass() == DFSStripedInputStream.class;
      Found found =
          isGroup
              ? group(order, services, connector, stream, client)
              : stripe(order, services, layout, connector, stream, client);
      ReadSession session =
          found.session().orElseThrow(() -> new IOException("no memory to read it with now"));
      opened = true;
      return new WholeStripe(
          stream,
          new PlacedStripe(order.path(), found.stripe()),
          isGroup ? CellCut.of(found.stripe().geometry()) : BlockCut.of(found.stripe().geometry()),
          session,
          services.closing());
    } finally {
      if (!opened) {
        stock.close();
      }
    }
  }

  private static Found stripe(
      FillOrder order,
      ReadServices services,
      ReadLayout layout,
      BlockConnector connector,
      HdfsStream stock,
      DFSClient client)
      throws IOException {
    ContiguousFile file =
        OpenFiles.of(services, services.nodes().ledgers(), layout, connector, stock, client)
            .orElseThrow(() -> new IOException("the file is encrypted, being written or empty"));
    Stripe stripe = requireSame(file.stripes().of(order.stripe()), order);
    return new Found(stripe, file.read(stripe.range(), stock::read));
  }

  /**
   * Without parity, whatever the scheme: what is decoded proves nothing of itself, and the parity
   * that is made of it would be wrong for ever.
   */
  private static Found group(
      FillOrder order,
      ReadServices services,
      BlockConnector connector,
      HdfsStream stock,
      DFSClient client)
      throws IOException {
    StripedFile file =
        OpenFiles.striped(
                services,
                services.nodes().ledgers(),
                new Parallel(),
                Verification.NEVER,
                connector,
                stock,
                client)
            .orElseThrow(
                () -> new IOException("the file is encrypted, being written, or of another code"));
    Stripe stripe = requireSame(file.cachedStripe(order.fileOffset()), order);
    return new Found(stripe, file.read(stripe.range(), stock::read));
  }

  private static Stripe requireSame(Optional<Stripe> stripe, FillOrder order) throws IOException {
    Stripe found =
        stripe.orElseThrow(
            () ->
                new IOException(
                    "the file has no such stripe now, or none whose parity may be cached"));
    if (!found.version().equals(order.version())) {
      throw new IOException("the file holds another content now than the order is for");
    }
    if (!found.geometry().equals(order.geometry())) {
      throw new IOException(
          "the order is for %s, and here it would be %s"
              .formatted(order.geometry(), found.geometry()));
    }
    return found;
  }

  @Override
  public PlacedStripe content() {
    return content;
  }

  @Override
  public Cut cut() {
    return cut;
  }

  @Override
  public int read(byte[] target) throws IOException {
    int count = session.read(target, 0, target.length);
    if (session.lastWasPlain()) {
      throw new IOException("verified bytes of it cannot be had now");
    }
    return count;
  }

  @Override
  public void close() {
    session.close();
    stock.closeInBackground(closing);
  }
}
