package io.evenkeel.core.port;

import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SubblockChecksums;
import java.nio.ByteBuffer;

/** Opens lanes to one kind of source. */
public interface LaneSource {
  /**
   * Opens a lane. Returns at once; what goes wrong is told to the receiver, or thrown if it is no
   * lane yet.
   *
   * @param endHint the reader means to read up to this offset of the stream, unless it is aborted
   * @param buffers where slices are delivered into
   */
  Lane open(Source source, long endHint, BufferPool buffers, Receiver receiver);

  /** Where a lane delivers. Called on the lane's threads, one call at a time per lane. */
  interface Receiver {
    /**
     * The oldest undelivered slice, complete and verified by its source.
     *
     * @param bytes exactly the slice's length; the receiver now owns the buffer
     * @param proof checksums of the data that the fragment was encoded with; null when its source
     *     keeps none
     */
    void arrived(Slice slice, ByteBuffer bytes, SubblockChecksums proof);

    /** The oldest undelivered slice will not come; the lane goes on with the next. */
    void missed(Slice slice, Throwable cause);

    /** The lane has ended: nothing that is still undelivered will come. */
    void failed(Throwable cause);

    /** Bytes that crossed the wire to this lane, also those of slices that are never delivered. */
    void received(int bytes);
  }
}
