package io.evenkeel.cli.inspect;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.command.ByteSize;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.command.WrappedText;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.FragmentTicket;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.CommandConfiguration;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.hadoop.ExplainedFile;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code evenkeel explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    header = "How a file would be read, block by block, and why.",
    description = {
      "How a file would be read: its stripes, their blocks and nodes, the parity that is cached and"
          + " where, and what the policy decided last and why; of an erasure-coded file its block"
          + " groups, and which blocks a read of whole rows, or at OFFSET of 64 KiB, would ask now"
          + " by what waits at their nodes; of another file the replica. Without a manager all but"
          + " the parity, the policy and the queues."
    })
public final class ExplainCommand implements Callable<Integer> {
  private static final String UNKNOWN = "what is cached, and what waits where, is not known: ";

  @Mixin private ManagerOption manager;
  @Mixin private JsonOption json;

  @Parameters(index = "0", paramLabel = "PATH", description = "A file of the HDFS.")
  private String path;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OFFSET",
      converter = ByteSize.class,
      description = "Only the stripe or block group that holds this byte.")
  private Long offset;

  @Override
  public Integer call() throws IOException {
    Results results = json.results();
    Configuration conf = manager.configuration();
    CommandConfiguration.logInBy(conf);
    Explanation explanation;
    try (ProgressLine progress = ProgressLine.onStderr()) {
      progress.say("asking the NameNode and the manager");
      ExplainedFile file = ExplainedFile.of(new Path(path), conf);
      if (offset != null && (offset < 0 || offset >= file.lengthBytes())) {
        throw new IllegalArgumentException(
            "offset %d is not in %s, which has %d bytes"
                .formatted(offset, file.path(), file.lengthBytes()));
      }
      explanation = explanation(file, conf);
    }
    String client = conf.get(EvenkeelFileSystem.CLASS_KEY, DistributedFileSystem.class.getName());
    results.write(
        whoseReads(client) + explanation.text(), () -> ExplainJson.of(explanation, client));
    return 0;
  }

  /** A configuration without the drop-in is explained as if it had it, and says so. */
  private static String whoseReads(String client) {
    return client.equals(EvenkeelFileSystem.class.getName())
        ? ""
        : WrappedText.text(
            "By this configuration reads are %s's (%s): this is what Evenkeel would do"
                .formatted(client, EvenkeelFileSystem.CLASS_KEY));
  }

  private Explanation explanation(ExplainedFile file, Configuration conf) throws IOException {
    if (!file.plainReason().isEmpty()) {
      return Explanation.plain(file);
    }
    return file.blockGroups().isEmpty() ? ofStripes(file, conf) : ofGroups(file, conf);
  }

  private Explanation ofStripes(ExplainedFile file, Configuration conf) {
    if (!manager.isNamed(conf)) {
      return ofBlocksAlone(
          file,
          "no manager is configured, so no parity is cached: a late node is left for another"
              + " replica, where there is one");
    }
    List<Stripe> stripes = chosen(file);
    try {
      List<StripeExplanation> known = explain(conf, stripes);
      return new Explanation(
          file,
          List.of(),
          stripes,
          known,
          group -> "",
          ofReplicas(conf),
          stragglers(conf, known),
          "");
    } catch (IOException e) {
      return ofBlocksAlone(file, UNKNOWN + e.getMessage());
    }
  }

  private Explanation ofBlocksAlone(ExplainedFile file, String note) {
    return new Explanation(
        file, List.of(), chosen(file), List.of(), group -> "", replicas -> "", List.of(), note);
  }

  /** What is stored can be told without a manager, and without an answer of it. */
  private Explanation ofGroups(ExplainedFile file, Configuration conf) {
    List<Stripe> stripes = manager.isNamed(conf) ? chosen(file) : List.of();
    try {
      List<StripeExplanation> known = explain(conf, stripes);
      return new Explanation(
          file,
          groups(file),
          stripes,
          known,
          ofGroup(conf, tickets(stripes, known)),
          replicas -> "",
          stragglers(conf, known),
          "");
    } catch (IOException e) {
      return new Explanation(
          file,
          groups(file),
          List.of(),
          List.of(),
          group -> "",
          replicas -> "",
          List.of(),
          UNKNOWN + e.getMessage());
    }
  }

  /** What a read of a group would do now. */
  private Function<BlockGroup, String> ofGroup(Configuration conf, Map<Long, FragmentTicket> cached)
      throws IOException {
    OptionalLong at = offset == null ? OptionalLong.empty() : OptionalLong.of(offset);
    Optional<ExplainedDirection> direction = direction(conf);
    if (direction.isPresent()) {
      return group ->
          direction.get().of(group, at, Optional.ofNullable(cached.get(group.fileOffset())));
    }
    return EvenkeelSettings.from(conf).directed()
        ? group -> "the data first; what waits, each process knows of its own reads alone"
        : group -> "the data first: evenkeel.read.direction is off";
  }

  /** Leave to read what is cached, by where the block group is in the file. */
  private static Map<Long, FragmentTicket> tickets(
      List<Stripe> stripes, List<StripeExplanation> known) {
    Map<Long, FragmentTicket> tickets = new HashMap<>();
    for (int i = 0; i < known.size(); i++) {
      Stripe stripe = stripes.get(i);
      if (known.get(i).isCached()) {
        StripeId id = StripeId.parse(known.get(i).encoding());
        tickets.put(
            stripe.fileOffset(),
            FragmentTicket.ofParity(id, stripe.geometry(), known.get(i).nodes()));
      }
    }
    return tickets;
  }

  /** The same of a block that has replicas; empty without a manager. */
  private Function<List<NodeId>, String> ofReplicas(Configuration conf) throws IOException {
    Optional<ExplainedDirection> direction = direction(conf);
    return replicas -> direction.map(d -> d.of(replicas)).orElse("");
  }

  /** By what the manager knows now; empty without one. */
  private Optional<ExplainedDirection> direction(Configuration conf) throws IOException {
    if (!manager.isNamed(conf)) {
      return Optional.empty();
    }
    ClientSettings settings = EvenkeelSettings.from(conf);
    return Optional.of(
        new ExplainedDirection(
            loads(conf),
            Schemes.ofErasureCoded(Schemes.named(settings.scheme())),
            settings.limits(),
            settings.directed()));
  }

  private List<NodeLoad> loads(Configuration conf) throws IOException {
    try (HttpManagerClient client = manager.client(conf)) {
      return ManagerOption.<ManagerStatus>await(client::status).load().nodes();
    }
  }

  private List<StripeExplanation> explain(Configuration conf, List<Stripe> stripes)
      throws IOException {
    if (stripes.isEmpty()) {
      return List.of();
    }
    try (HttpManagerClient client = manager.client(conf)) {
      return explain(client, stripes);
    }
  }

  /** Those that the stripes need. */
  private List<NodeLoad> stragglers(Configuration conf, List<StripeExplanation> known)
      throws IOException {
    Set<NodeId> stragglers = new TreeSet<>();
    known.forEach(k -> stragglers.addAll(k.stragglers()));
    return stragglers.isEmpty()
        ? List.of()
        : loads(conf).stream().filter(n -> stragglers.contains(n.node())).toList();
  }

  private List<Stripe> chosen(ExplainedFile file) {
    return file.stripes().stream().filter(stripe -> holds(stripe.range())).toList();
  }

  private List<BlockGroup> groups(ExplainedFile file) {
    return file.blockGroups().stream().filter(group -> holds(group.range())).toList();
  }

  private boolean holds(ByteRange range) {
    return offset == null || range.contains(offset);
  }

  private static List<StripeExplanation> explain(ManagerApi manager, List<Stripe> stripes)
      throws IOException {
    List<StripeExplanation> all = new ArrayList<>();
    for (int from = 0; from < stripes.size(); from += ManagerApi.STRIPES_PER_REQUEST_MAX) {
      int to = Math.min(stripes.size(), from + ManagerApi.STRIPES_PER_REQUEST_MAX);
      List<ContentVersion> asked = stripes.subList(from, to).stream().map(Stripe::version).toList();
      all.addAll(
          ManagerOption.<List<StripeExplanation>>await(then -> manager.explain(asked, then)));
    }
    return all;
  }
}
