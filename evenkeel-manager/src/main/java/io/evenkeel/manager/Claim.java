package io.evenkeel.manager;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.PlacedStripe;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeGeometry;
import io.evenkeel.core.model.StripeId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * That an encoding of a content is published, as it is written down for the manager that comes
 * next. Whoever may write to a cache node may write one, so it is believed as little as a client.
 *
 * <p>A form (one byte), the space and the id of the content, path, number, offset, code, subblock
 * bytes, lengths of the blocks, all storage nodes, for each block which of these hold it, and the
 * cache node of each parity index; text as by {@link DataOutputStream#writeUTF}.
 *
 * @param nodes the cache node of each parity index
 */
record Claim(StripeId id, PlacedStripe content, List<NodeId> nodes) {
  private static final int FORM = 1;

  Claim {
    nodes = List.copyOf(nodes);
  }

  /** The claim as an entry; empty when it is longer than one may be. */
  Optional<CatalogueEntry> toEntry() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      write(new DataOutputStream(bytes));
    } catch (UTFDataFormatException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("a claim could not be written to memory", e);
    }
    return bytes.size() > CatalogueEntry.CLAIM_BYTES_MAX
        ? Optional.empty()
        : Optional.of(new CatalogueEntry(id, bytes.toByteArray()));
  }

  private void write(DataOutputStream out) throws IOException {
    Stripe stripe = content.stripe();
    out.writeByte(FORM);
    out.writeUTF(stripe.version().space());
    out.writeUTF(stripe.version().id());
    out.writeUTF(content.path());
    out.writeInt(stripe.number());
    out.writeLong(stripe.fileOffset());
    out.writeUTF(stripe.geometry().code().toString());
    out.writeInt(stripe.geometry().subblockBytes());
    out.writeByte(stripe.geometry().blockCount());
    for (long length : stripe.geometry().blockLengthBytes()) {
      out.writeLong(length);
    }
    Set<NodeId> holders = new LinkedHashSet<>();
    stripe.replicas().forEach(holders::addAll);
    List<NodeId> all = List.copyOf(holders);
    write(out, all);
    for (List<NodeId> replicas : stripe.replicas()) {
      out.writeByte(replicas.size());
      for (NodeId node : replicas) {
        out.writeShort(all.indexOf(node));
      }
    }
    write(out, nodes);
  }

  private static void write(DataOutputStream out, List<NodeId> some) throws IOException {
    out.writeShort(some.size());
    for (NodeId node : some) {
      out.writeUTF(node.toString());
    }
  }

  /** What an entry says; empty when it is of another form, or of none. */
  static Optional<Claim> of(CatalogueEntry entry) {
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(entry.claim()));
    try {
      if (in.readUnsignedByte() != FORM) {
        return Optional.empty();
      }
      Claim claim = read(entry.stripe(), in);
      return in.read() < 0 ? Optional.of(claim) : Optional.empty();
    } catch (IOException | IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  private static Claim read(StripeId id, DataInputStream in) throws IOException {
    ContentVersion version = new ContentVersion(in.readUTF(), in.readUTF());
    String path = in.readUTF();
    int number = in.readInt();
    long fileOffset = in.readLong();
    CodeSpec code = CodeSpec.parse(in.readUTF());
    int subblockBytes = in.readInt();
    List<Long> lengths = new ArrayList<>();
    for (int left = in.readUnsignedByte(); left > 0; left--) {
      lengths.add(in.readLong());
    }
    List<NodeId> all = readNodes(in);
    List<List<NodeId>> replicas = new ArrayList<>();
    for (int block = 0; block < lengths.size(); block++) {
      List<NodeId> holders = new ArrayList<>();
      for (int left = in.readUnsignedByte(); left > 0; left--) {
        holders.add(all.get(in.readUnsignedShort()));
      }
      replicas.add(holders);
    }
    StripeGeometry geometry = new StripeGeometry(code, subblockBytes, lengths);
    Stripe stripe = new Stripe(number, fileOffset, geometry, version, replicas);
    return new Claim(id, new PlacedStripe(path, stripe), readNodes(in));
  }

  private static List<NodeId> readNodes(DataInputStream in) throws IOException {
    List<NodeId> nodes = new ArrayList<>();
    for (int left = in.readUnsignedShort(); left > 0; left--) {
      nodes.add(new NodeId(in.readUTF()));
    }
    return nodes;
  }
}
