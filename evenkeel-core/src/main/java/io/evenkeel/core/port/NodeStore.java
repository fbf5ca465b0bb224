package io.evenkeel.core.port;

import io.evenkeel.core.model.CatalogueEntry;
import io.evenkeel.core.model.CataloguePage;
import io.evenkeel.core.model.FragmentKey;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.StoredFragment;
import io.evenkeel.core.model.StoredRange;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.model.SubblockChecksums;
import java.time.Duration;
import java.util.List;

/**
 * Cache nodes: a lossy place for fragments, and for a catalogue of those that are published. A
 * value may vanish at any time. What {@link #get} hands out was checked against its key, its own
 * CRC32C and the format; of what {@link #getRange} hands out, see there. Every call returns at
 * once; a dead, slow or refusing node ends in {@link Completion#failed} within the store's timeout,
 * and at once while the node's circuit breaker is open. Never a wait, never an exception to the
 * caller. Operations of one node may overtake each other, and what is withdrawn may be carried out
 * all the same: who removes what it has put waits for the answer first.
 */
public interface NodeStore extends AutoCloseable {
  /** The configured nodes, in a stable order. */
  List<NodeId> nodes();

  /**
   * Stores a fragment. {@code done} means: the node has confirmed it. The payload must not change,
   * and is not released, before the completion.
   */
  Pending put(NodeId node, StoredFragment fragment, Duration timeToLive, Completion<Void> then);

  /**
   * Reads a fragment. Its payload is a buffer from {@code buffers}; the receiver owns it. A missing
   * key fails with {@link MissingFragmentException}, a value that does not verify with {@link
   * CorruptFragmentException}, one of another release's form with {@link ForeignFragmentException}.
   */
  Pending get(NodeId node, FragmentKey key, BufferPool buffers, Completion<StoredFragment> then);

  /**
   * Reads a part of a fragment, as {@link #get} reads all of it. Checked are its key and its
   * header, and of data (an index below k) every byte. Of parity only all of it could be checked:
   * of a part, what is decoded from it is, by the checksums that come along.
   *
   * @param offset a multiple of {@link SubblockChecksums#CHUNK_BYTES}
   * @param lengthBytes above 0, up to a chunk's end or the fragment's; what no fragment has fails
   *     with {@link IllegalArgumentException}, what the one that is found does not have with {@link
   *     CorruptFragmentException}
   */
  Pending getRange(
      NodeId node,
      FragmentKey key,
      int offset,
      int lengthBytes,
      BufferPool buffers,
      Completion<StoredRange> then);

  /**
   * Removes fragments; {@code done} gives how many there were. Of very many, some may be gone when
   * it fails.
   */
  Pending delete(NodeId node, List<FragmentKey> keys, Completion<Integer> then);

  /**
   * Sets the time to live anew; {@code done} gives how many of the keys still exist. Of very many
   * the rest may be left out once some are found missing: it keeps its time, and counts as there.
   */
  Pending renew(NodeId node, List<FragmentKey> keys, Duration timeToLive, Completion<Integer> then);

  /**
   * Writes down on a node what is published; in place of what was there of the same stripe. From
   * now on the node's whole catalogue is kept for so long.
   */
  Pending enter(NodeId node, CatalogueEntry entry, Duration timeToLive, Completion<Void> then);

  /** Strikes what is written down of a stripe, if anything is. */
  Pending strike(NodeId node, StripeId stripe, Completion<Void> then);

  /**
   * Reads what is written down on a node, page by page. What is no entry, or too long for one, is
   * passed over.
   *
   * @param from {@link CataloguePage#START}, or where the page before says that this one begins
   */
  Pending catalogue(NodeId node, String from, Completion<CataloguePage> then);

  /** The bytes that the node's allocator holds for values now, by its own account. */
  Pending usedBytes(NodeId node, Completion<Long> then);

  /**
   * What storing a fragment takes from a node's memory, in allocated bytes.
   *
   * @param payloadBytes the length of the fragment
   * @param dataCount how many data subblocks its header describes
   */
  long allocatedBytes(int payloadBytes, int dataCount);

  @Override
  void close();
}
