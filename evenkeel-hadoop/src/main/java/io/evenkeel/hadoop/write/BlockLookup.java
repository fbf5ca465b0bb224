package io.evenkeel.hadoop.write;

import io.evenkeel.core.fill.FileVersion;
import io.evenkeel.core.model.BlockContents;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.BlockVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.Completion;
import io.evenkeel.hadoop.BlockVersions;
import io.evenkeel.hadoop.lane.LocatedFile;
import io.evenkeel.hadoop.read.StripedGroups;
import io.evenkeel.policy.layout.CachedGroups;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.protocol.ClientProtocol;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.HdfsLocatedFileStatus;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Asks the NameNode, in the background, for the blocks of files that were just closed. Speaks to it
 * by itself, because programs close their file system right after their last file; it ends when the
 * file system is closed and the last question answered. Thread-safe.
 */
final class BlockLookup {
  private final URI uri;
  private final Configuration conf;
  private final UserGroupInformation user;
  private final Object making = new Object();
  private ClientProtocol nameNode;
  private int underWay;
  private boolean closing;

  /**
   * @param user whose files they are
   */
  BlockLookup(URI uri, Configuration conf, UserGroupInformation user) {
    this.uri = uri;
    this.conf = conf;
    this.user = user;
  }

  /**
   * A file as its writer has closed it.
   *
   * @param path under which it was created
   * @param lastBlock with the generation stamp and the length that the writer knows
   */
  record ClosedFile(long id, String path, ExtendedBlock lastBlock) {}

  /**
   * Never waits; {@code then} is called once, here or on a background thread. Fails when the file
   * is not any more what its writer has closed.
   */
  void ask(ClosedFile file, Executor background, Completion<FileVersion> then) {
    synchronized (this) {
      if (closing) {
        then.failed(new IOException("the file system is closed"));
        return;
      }
      underWay++;
    }
    try {
      background.execute(() -> answer(file, then));
    } catch (Throwable e) {
      // Also where no thread can be had: HDFS has closed the file, and nobody's close() is to fail.
      ended();
      then.failed(e);
    }
  }

  private void answer(ClosedFile file, Completion<FileVersion> then) {
    FileVersion version;
    try {
      version = version(file);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      then.failed(e);
      return;
    } catch (Throwable e) {
      // A class that is missing, too: who waits for the answer holds memory.
      then.failed(e);
      return;
    } finally {
      ended();
    }
    then.done(version);
  }

  private FileVersion version(ClosedFile file) throws IOException, InterruptedException {
    // By inode id, so that a rename since the close does not matter.
    HdfsLocatedFileStatus status =
        nameNode().getLocatedFileInfo("/.reserved/.inodes/" + file.id(), false);
    if (status == null || status.getFileId() != file.id()) {
      throw new FileNotFoundException("file " + file.id() + " is gone");
    }
    LocatedBlocks blocks = status.getLocatedBlocks();
    if (blocks.isUnderConstruction()) {
      throw new IOException("file " + file.id() + " is open for writing again");
    }
    checkLast(file, blocks);
    if (blocks.getErasureCodingPolicy() != null) {
      return ofGroups(file, status.getLen(), blocks);
    }
    return new FileVersion(
        file.path(),
        status.getLen(),
        BlockVersions.of(blocks),
        blocks.getLocatedBlocks().stream().map(LocatedFile::nodesOf).toList());
  }

  private static FileVersion ofGroups(ClosedFile file, long lengthBytes, LocatedBlocks blocks) {
    List<BlockVersion> data = new ArrayList<>();
    List<List<NodeId>> nodes = new ArrayList<>();
    List<BlockGroup> groups = StripedGroups.of(blocks);
    for (int place = 0; place < groups.size(); place++) {
      CachedGroups.stripe(groups.get(place), place)
          .ifPresent(
              stripe -> {
                data.addAll(BlockContents.blocks(stripe.version()));
                nodes.addAll(stripe.replicas());
              });
    }
    return new FileVersion(file.path(), lengthBytes, data, nodes);
  }

  /**
   * Whatever takes bytes from a file changes its last block: lengths alone would not tell a file
   * that was cut and appended to since.
   */
  private static void checkLast(ClosedFile file, LocatedBlocks blocks) throws IOException {
    int count = blocks.locatedBlockCount();
    ExtendedBlock written = file.lastBlock();
    ExtendedBlock found = count == 0 ? null : blocks.get(count - 1).getBlock();
    boolean same =
        found != null
            && found.getBlockPoolId().equals(written.getBlockPoolId())
            && found.getBlockId() == written.getBlockId()
            && found.getGenerationStamp() == written.getGenerationStamp()
            // Of a block group the writer keeps no account; it is never cut.
            && (blocks.getErasureCodingPolicy() != null
                || found.getNumBytes() == written.getNumBytes());
    if (!same) {
      throw new IOException(
          "file "
              + file.id()
              + " was changed after its close: its last block is "
              + (found == null ? "none" : found.getLocalBlock())
              + ", written was "
              + written.getLocalBlock());
    }
  }

  /** Not under the lock that {@link #ask} takes: it may take a while. */
  private ClientProtocol nameNode() throws IOException, InterruptedException {
    synchronized (making) {
      if (nameNode == null) {
        nameNode = user.doAs((PrivilegedExceptionAction<ClientProtocol>) this::connect);
      }
      return nameNode;
    }
  }

  /** A whole client would be more than one question needs. */
  private ClientProtocol connect() throws IOException {
    return NameNodeProxiesClient.createProxyWithClientProtocol(conf, uri, null).getProxy();
  }

  private void ended() {
    synchronized (this) {
      underWay--;
      if (!closing || underWay > 0) {
        return;
      }
    }
    hangUp();
  }

  /** No more questions; those under way are still answered. Never waits for them. */
  void close() {
    synchronized (this) {
      boolean again = closing;
      closing = true;
      if (again || underWay > 0) {
        return;
      }
    }
    hangUp();
  }

  private void hangUp() {
    synchronized (making) {
      if (nameNode != null) {
        RPC.stopProxy(nameNode);
        nameNode = null;
      }
    }
  }
}
