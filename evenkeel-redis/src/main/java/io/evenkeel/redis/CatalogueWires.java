package io.evenkeel.redis;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.StripeId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The catalogue in Redis commands: one hash a server, so that it is found without looking at the
 * fragments' keys, of which there are thousands for each of its fields.
 */
final class CatalogueWires {
  private static final String KEY = "evenkeel:catalogue";

  /** What is asked for at once; a server may give some more. */
  private static final String PAGE_ENTRIES = "500";

  /** No server gives so many more. */
  private static final int ENTRIES_MAX = 8000;

  /** What is passed over of an answer, and kept of it, at most. */
  private static final int PAGE_BYTES_MAX = 64 << 20;

  private static final int STRIPE_CHARS_MAX = 64;

  private CatalogueWires() {}

  /** Sets one field, and the time to live of all. */
  record Enter(CatalogueEntry entry, Duration timeToLive) implements Wire<Void> {
    @Override
    public boolean isOptional() {
      return true;
    }

    @Override
    public String asked() {
      return "writing down that stripe " + entry.stripe() + " is published";
    }

    @Override
    public long putBytes() {
      return entry.claim().length;
    }

    @Override
    public List<Command> commands() {
      ByteBuffer claim = ByteBuffer.wrap(entry.claim());
      return List.of(
          Command.of(RespReader::integer, "HSET", KEY, entry.stripe().toString(), claim),
          Command.of(RespReader::integer, "PEXPIRE", KEY, Wires.millis(timeToLive)));
    }

    @Override
    public Void result() {
      return null;
    }
  }

  /** Removes one field. */
  record Strike(StripeId stripe) implements Wire<Void> {
    @Override
    public boolean isOptional() {
      return true;
    }

    @Override
    public String asked() {
      return "striking what is written down of stripe " + stripe;
    }

    @Override
    public List<Command> commands() {
      return List.of(Command.of(RespReader::integer, "HDEL", KEY, stripe.toString()));
    }

    @Override
    public Void result() {
      return null;
    }
  }

  /** Reads some fields. */
  static final class Read implements Wire<CataloguePage> {
    private final String from;
    private final List<CatalogueEntry> entries = new ArrayList<>();
    private String next = CataloguePage.START;
    private long bytes;

    Read(String from) {
      this.from = from;
    }

    @Override
    public boolean isOptional() {
      return true;
    }

    @Override
    public String asked() {
      return "what is written down there as published";
    }

    @Override
    public List<Command> commands() {
      return List.of(Command.of(this::read, "HSCAN", KEY, from, "COUNT", PAGE_ENTRIES));
    }

    private void read(RespReader in) throws IOException {
      entries.clear();
      bytes = 0;
      if (in.array() != 2) {
        throw new IOException("it does not speak Redis' protocol: no pair is the reply to HSCAN");
      }
      next = text(in, STRIPE_CHARS_MAX);
      int values = in.array();
      if (values > 2 * ENTRIES_MAX) {
        throw new IOException(
            "%d entries are the reply to HSCAN, which was asked for %s: is that Redis?"
                .formatted(values / 2, PAGE_ENTRIES));
      }
      for (int at = 0; at + 1 < values; at += 2) {
        String stripe = text(in, STRIPE_CHARS_MAX);
        byte[] claim = value(in, CatalogueEntry.CLAIM_BYTES_MAX);
        add(stripe, claim);
      }
    }

    private void add(String stripe, byte[] claim) {
      if (stripe.isEmpty() || claim.length == 0) {
        return;
      }
      try {
        entries.add(new CatalogueEntry(StripeId.parse(stripe), claim));
      } catch (IllegalArgumentException e) {
        // Not ours.
      }
    }

    private String text(RespReader in, int most) throws IOException {
      return new String(value(in, most), StandardCharsets.UTF_8);
    }

    /** Nothing for one that is longer than it may be. */
    private byte[] value(RespReader in, int most) throws IOException {
      int length = in.valueBytes();
      bytes += Math.max(0, length);
      if (bytes > PAGE_BYTES_MAX) {
        throw new IOException("it answers with more than " + PAGE_BYTES_MAX + " bytes at once");
      }
      if (length < 0 || length > most) {
        in.skip(length);
        return new byte[0];
      }
      byte[] value = new byte[length];
      in.value(ByteBuffer.wrap(value));
      return value;
    }

    @Override
    public CataloguePage result() throws IOException {
      if (next.isEmpty()) {
        throw new IOException("it does not say where its catalogue goes on");
      }
      return new CataloguePage(entries, next);
    }
  }
}
