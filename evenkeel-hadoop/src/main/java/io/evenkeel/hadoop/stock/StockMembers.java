package io.evenkeel.hadoop.stock;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSOutputSummer;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.BlockReader;
import org.apache.hadoop.hdfs.ClientContext;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DFSOutputStream;
import org.apache.hadoop.hdfs.DFSStripedOutputStream;
import org.apache.hadoop.hdfs.DFSUtilClient;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.NameNodeProxiesClient.ProxyAndInfo;
import org.apache.hadoop.hdfs.PeerCache;
import org.apache.hadoop.hdfs.client.HdfsDataOutputStream;
import org.apache.hadoop.hdfs.client.impl.BlockReaderRemote;
import org.apache.hadoop.hdfs.client.impl.DfsClientConf;
import org.apache.hadoop.hdfs.net.Peer;
import org.apache.hadoop.hdfs.protocol.DatanodeID;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.ExtendedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlock;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;
import org.apache.hadoop.hdfs.protocol.LocatedStripedBlock;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.DataEncryptionKeyFactory;
import org.apache.hadoop.hdfs.protocol.datatransfer.sasl.SaslDataTransferClient;
import org.apache.hadoop.hdfs.server.datanode.CachingStrategy;
import org.apache.hadoop.hdfs.util.StripedBlockUtil;
import org.apache.hadoop.security.token.Token;
import org.apache.hadoop.util.DataChecksum;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The members of Hadoop that Evenkeel reaches for though no release promises them. Beside these it
 * extends {@code DistributedFileSystem}, {@code Hdfs}, {@code DFSClient} and, in the NameNode, the
 * default placement: where one of those is otherwise, no class of ours loads. They are looked for
 * once in a process, and when they are needed: those of reads with the first file that is read,
 * those of writes with the first that is written. What is missing is told in one line, with the
 * release and with what does not work therefore; the stock client does that then.
 */
public final class StockMembers {
  private static final Logger LOG = LoggerFactory.getLogger(StockMembers.class);

  private static final String ALL_STOCK = "everything is stock";
  private static final String PLAIN_GROUPS =
      "erasure-coded files are read the stock way and get no cached parity";
  private static final String PLAIN_READS = "files are read the stock way";
  private static final String NO_PASSING = "stock reads are not encoded in passing";
  private static final String NO_PARITY = "no parity of written files";
  private static final String NO_STRIPED_PARITY = "no cached parity of erasure-coded files";
  private static final String SMALL_PACKETS = "files are written in the stock client's packets";
  private static final String OWN_SUMS = "checksums of what is encoded are computed twice";
  private static final String NO_PATHS = "no paths in what is logged";

  private StockMembers() {}

  private static MemberLookup told(MemberLookup found) {
    found.tell(LOG);
    return found;
  }

  /** Of every file system that is made. */
  public static final class OfClients {
    private static final MemberLookup FOUND = new MemberLookup();

    public static final Optional<Field> CLIENT =
        FOUND.field(DistributedFileSystem.class, "dfs", DFSClient.class, ALL_STOCK);

    static {
      told(FOUND);
    }

    private OfClients() {}
  }

  /** Of the streams that read. Handles are null where there is none. */
  public static final class OfReads {
    private static final MemberLookup FOUND = new MemberLookup();

    public static final MethodHandle LOCATED_BLOCKS =
        FOUND.handle(DFSInputStream.class, "getLocatedBlocks", LocatedBlocks.class, PLAIN_READS);
    public static final MethodHandle BLOCK_AT =
        FOUND.handle(
            DFSInputStream.class, "getBlockAt", LocatedBlock.class, PLAIN_READS, long.class);
    public static final MethodHandle SRC =
        FOUND.handle(DFSInputStream.class, "getSrc", String.class, PLAIN_READS);
    public static final MethodHandle BLOCK_READER =
        FOUND.getter(DFSInputStream.class, "blockReader", BlockReader.class, NO_PASSING);
    public static final MethodHandle VERIFIES =
        FOUND.getter(DFSInputStream.class, "verifyChecksum", boolean.class, NO_PASSING);

    private static final boolean LANES = lanes(FOUND);

    static {
      told(FOUND);
    }

    private OfReads() {}

    /** Whether lanes can be opened at all; if not, files are left to the stock stream. */
    public static boolean canOpenLanes() {
      return LANES && LOCATED_BLOCKS != null && BLOCK_AT != null && SRC != null;
    }
  }

  /** Of the block groups of erasure-coded files. */
  public static final class OfGroups {
    private static final MemberLookup FOUND = new MemberLookup();

    private static final boolean PARSED =
        FOUND.has(
            "StripedBlockUtil.parseStripedBlockGroup",
            PLAIN_GROUPS,
            lookup ->
                lookup.findStatic(
                    StripedBlockUtil.class,
                    "parseStripedBlockGroup",
                    methodType(
                        LocatedBlock[].class,
                        LocatedStripedBlock.class,
                        int.class,
                        int.class,
                        int.class)));
    private static final boolean CONSTRUCTED =
        FOUND.has(
            "StripedBlockUtil.constructInternalBlock",
            PLAIN_GROUPS,
            lookup ->
                lookup.findStatic(
                    StripedBlockUtil.class,
                    "constructInternalBlock",
                    methodType(
                        ExtendedBlock.class,
                        ExtendedBlock.class,
                        ErasureCodingPolicy.class,
                        int.class)));

    static {
      told(FOUND);
    }

    private OfGroups() {}

    /**
     * Whether the blocks of a group can be told; if not, such files are left to the stock stream.
     */
    public static boolean canBeRead() {
      return PARSED && CONSTRUCTED;
    }
  }

  /** All of them, or lanes would fail one by one; each that is missing is told. */
  private static boolean lanes(MemberLookup found) {
    boolean reads = blockReaders(found);
    return peers(found) && reads;
  }

  private static boolean blockReaders(MemberLookup found) {
    List<Boolean> there =
        List.of(
            found.has(
                "BlockReaderRemote.newBlockReader",
                PLAIN_READS,
                lookup ->
                    lookup.findStatic(
                        BlockReaderRemote.class,
                        "newBlockReader",
                        methodType(
                            BlockReader.class,
                            String.class,
                            ExtendedBlock.class,
                            Token.class,
                            long.class,
                            long.class,
                            boolean.class,
                            String.class,
                            Peer.class,
                            DatanodeID.class,
                            PeerCache.class,
                            CachingStrategy.class,
                            int.class,
                            Configuration.class))),
            found.has(
                "ClientContext.getPeerCache",
                PLAIN_READS,
                lookup ->
                    lookup.findVirtual(
                        ClientContext.class, "getPeerCache", methodType(PeerCache.class))));
    return !there.contains(false);
  }

  private static boolean peers(MemberLookup found) {
    List<Boolean> there =
        List.of(
            found.has(
                "PeerCache.get",
                PLAIN_READS,
                lookup ->
                    lookup.findVirtual(
                        PeerCache.class,
                        "get",
                        methodType(Peer.class, DatanodeID.class, boolean.class))),
            found.has(
                "DFSUtilClient.peerFromSocketAndKey",
                PLAIN_READS,
                lookup ->
                    lookup.findStatic(
                        DFSUtilClient.class,
                        "peerFromSocketAndKey",
                        methodType(
                            Peer.class,
                            SaslDataTransferClient.class,
                            Socket.class,
                            DataEncryptionKeyFactory.class,
                            Token.class,
                            DatanodeID.class,
                            int.class))),
            found.has(
                "DFSClient.newConnectedPeer",
                PLAIN_READS,
                lookup ->
                    lookup.findVirtual(
                        DFSClient.class,
                        "newConnectedPeer",
                        methodType(
                            Peer.class, InetSocketAddress.class, Token.class, DatanodeID.class))));
    return !there.contains(false);
  }

  /** Of the streams that write: their classes are loaded with the first of them. */
  public static final class OfWrites {
    private static final MemberLookup FOUND = new MemberLookup();

    public static final Optional<Field> BLOCK_BYTES =
        FOUND.field(DFSOutputStream.class, "blockSize", long.class, NO_PARITY);
    public static final Optional<Field> PATH =
        FOUND.field(DFSOutputStream.class, "src", String.class, NO_PATHS);
    public static final Optional<Field> PACKET_BYTES =
        FOUND.field(DFSOutputStream.class, "writePacketSize", int.class, SMALL_PACKETS);
    public static final Optional<Method> ADJUST_PACKETS =
        FOUND.method(DFSOutputStream.class, "adjustChunkBoundary", void.class, SMALL_PACKETS);
    public static final Optional<Field> POLICY =
        FOUND.field(
            DFSStripedOutputStream.class, "ecPolicy", ErasureCodingPolicy.class, NO_STRIPED_PARITY);
    public static final Optional<Method> LAST_BLOCK =
        FOUND.method(DFSOutputStream.class, "getBlock", ExtendedBlock.class, NO_PARITY);

    public static final MethodHandle SUMS =
        FOUND.getter(FSOutputSummer.class, "checksum", byte[].class, OWN_SUMS);
    public static final MethodHandle BUFFERED =
        FOUND.getter(FSOutputSummer.class, "count", int.class, OWN_SUMS);
    public static final MethodHandle SUMMED_BY =
        FOUND.handle(FSOutputSummer.class, "getDataChecksum", DataChecksum.class, OWN_SUMS);

    private static final boolean WRAPPED =
        FOUND.has(
            "DFSClient.createWrappedOutputStream",
            NO_PARITY,
            lookup ->
                lookup.findVirtual(
                    DFSClient.class,
                    "createWrappedOutputStream",
                    methodType(
                        HdfsDataOutputStream.class,
                        DFSOutputStream.class,
                        FileSystem.Statistics.class,
                        long.class)));
    private static final boolean LOCATED =
        FOUND.has(
            "NameNodeProxiesClient.createProxyWithClientProtocol",
            NO_PARITY,
            lookup ->
                lookup.findStatic(
                    NameNodeProxiesClient.class,
                    "createProxyWithClientProtocol",
                    methodType(
                        ProxyAndInfo.class, Configuration.class, URI.class, AtomicBoolean.class)));
    private static final boolean BOUNDED =
        FOUND.has(
            "DfsClientConf.getWriteMaxPackets",
            SMALL_PACKETS,
            lookup ->
                lookup.findVirtual(
                    DfsClientConf.class, "getWriteMaxPackets", methodType(int.class)));

    static {
      told(FOUND);
    }

    private OfWrites() {}

    /** Whether everything that encoding cannot do without is there. */
    public static boolean canEncode() {
      return WRAPPED && LOCATED && BLOCK_BYTES.isPresent() && LAST_BLOCK.isPresent();
    }

    /** Whether the checksums of what is written can be had. */
    public static boolean canSum() {
      return SUMS != null && BUFFERED != null && SUMMED_BY != null;
    }

    /** Whether packets can be large, and what is under way of them still be bounded. */
    public static boolean canResizePackets() {
      return BOUNDED && PACKET_BYTES.isPresent() && ADJUST_PACKETS.isPresent();
    }
  }

  /** Looks for all of them now: what is missing, each with what does not work therefore. */
  public static List<String> missing() {
    return Stream.of(OfClients.FOUND, OfReads.FOUND, OfGroups.FOUND, OfWrites.FOUND)
        .flatMap(found -> found.missing().stream())
        .toList();
  }
}
