package io.evenkeel.hadoop;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.hadoop.read.FileStripes;
import io.evenkeel.hadoop.read.StripedGroups;
import io.evenkeel.policy.layout.CachedGroups;
import io.evenkeel.redis.RedisSettings;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.protocol.ErasureCodingPolicy;
import org.apache.hadoop.hdfs.protocol.LocatedBlocks;

/**
 * How clients of a configuration read a file, for {@code explain}: the stripes that they cut it
 * into, or why they do not.
 *
 * @param stripes of a replicated file, empty when it is read the stock way; of an erasure-coded one
 *     the block groups whose parity may be cached
 * @param blockGroups of an erasure-coded file; empty when it is read the stock way
 * @param plainReason why it is; empty when it is not
 */
public record ExplainedFile(
    String path,
    long lengthBytes,
    CodeSpec code,
    List<Stripe> stripes,
    List<BlockGroup> blockGroups,
    String plainReason) {
  public ExplainedFile {
    stripes = List.copyOf(stripes);
    blockGroups = List.copyOf(blockGroups);
  }

  /**
   * Asks the NameNode.
   *
   * @throws FileNotFoundException when there is no such file
   */
  public static ExplainedFile of(Path path, Configuration conf) throws IOException {
    URI uri = path.toUri().getAuthority() == null ? FileSystem.getDefaultUri(conf) : path.toUri();
    if (!"hdfs".equals(uri.getScheme())) {
      throw new IOException(
          "%s is not in an HDFS: the file system is %s; set fs.defaultFS or give a path with"
                  .formatted(
                      path.toUri().getScheme() == null ? path : shown(path.toUri()), shown(uri))
              + " hdfs://");
    }
    ClientSettings settings = EvenkeelSettings.from(conf);
    String name = path.toUri().getPath();
    try (DFSClient client = new DFSClient(uri, conf)) {
      LocatedBlocks blocks = client.getLocatedBlocks(name, 0, Long.MAX_VALUE);
      if (blocks == null) {
        throw new FileNotFoundException("no file " + name + " in " + shown(uri));
      }
      if (blocks.getErasureCodingPolicy() != null && settings.striped()) {
        return striped(name, blocks);
      }
      Optional<List<Stripe>> stripes =
          FileStripes.of(blocks, settings.code(), settings.subblockBytes());
      return new ExplainedFile(
          name,
          blocks.getFileLength(),
          settings.code(),
          stripes.orElse(List.of()),
          List.of(),
          stripes.isPresent() ? "" : plainReason(blocks));
    }
  }

  /** Some file systems take secrets in their URIs. */
  private static String shown(URI uri) {
    return RedisSettings.masked(uri.toString());
  }

  private static ExplainedFile striped(String name, LocatedBlocks blocks) {
    Optional<String> plainReason = StripedGroups.plainReason(blocks);
    ErasureCodingPolicy policy = blocks.getErasureCodingPolicy();
    List<BlockGroup> groups = plainReason.isPresent() ? List.of() : StripedGroups.of(blocks);
    return new ExplainedFile(
        name,
        blocks.getFileLength(),
        StripedGroups.codeOf(policy).orElse(CodeSpec.none(policy.getNumDataUnits())),
        cachedStripes(groups),
        groups,
        plainReason.orElse(groups.isEmpty() ? "a block group of it is longer than the file" : ""));
  }

  private static List<Stripe> cachedStripes(List<BlockGroup> groups) {
    List<Stripe> stripes = new ArrayList<>();
    for (int place = 0; place < groups.size(); place++) {
      CachedGroups.stripe(groups.get(place), place).ifPresent(stripes::add);
    }
    return stripes;
  }

  private static String plainReason(LocatedBlocks blocks) {
    if (blocks.getErasureCodingPolicy() != null) {
      return "it is erasure-coded, and " + EvenkeelKeys.STRIPED.name() + " is false";
    }
    return FileStripes.plainReason(blocks)
        .orElse("its blocks are not equally long, or no multiple of a subblock");
  }
}
