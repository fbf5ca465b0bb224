package io.evenkeel.cli.inspect;

import io.evenkeel.cli.StateFolder;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.ByteRange;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.ExplainedFile;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "How a file would be read: its stripes, their blocks and nodes, the parity that is cached and"
          + " where, and what the policy decided last and why; of an erasure-coded file its block"
          + " groups, and with a manager their cached parity."
    })
public final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ManagerOption manager;

  @Parameters(index = "0", paramLabel = "PATH", description = "A file of the HDFS.")
  private String path;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OFFSET",
      description = "Only the stripe or block group that holds this byte.")
  private Long offset;

  @Override
  public Integer call() throws IOException {
    Configuration conf = manager.configuration(StateFolder.ofThisUser().evenkeelConfiguration());
    ExplainedFile file = ExplainedFile.of(new Path(path), conf);
    boolean isCoded = !file.blockGroups().isEmpty();
    List<Stripe> stripes = isCoded && !manager.isNamed(conf) ? List.of() : chosen(file);
    List<StripeExplanation> explanations = new ArrayList<>();
    if (!stripes.isEmpty()) {
      try (HttpManagerClient client = manager.client(conf)) {
        explanations.addAll(explain(client, stripes));
      }
    }
    spec.commandLine()
        .getOut()
        .print(
            isCoded
                ? ExplainText.ofGroups(file, groups(file), stripes, explanations)
                : ExplainText.of(file, stripes, explanations));
    spec.commandLine().getOut().flush();
    return 0;
  }

  private List<Stripe> chosen(ExplainedFile file) {
    return file.stripes().stream().filter(stripe -> holds(stripe.range(), file)).toList();
  }

  private List<BlockGroup> groups(ExplainedFile file) {
    return file.blockGroups().stream().filter(group -> holds(group.range(), file)).toList();
  }

  private boolean holds(ByteRange range, ExplainedFile file) {
    if (offset == null) {
      return true;
    }
    if (offset < 0 || offset >= file.lengthBytes()) {
      throw new IllegalArgumentException(
          "offset %d is not in %s, which has %d bytes"
              .formatted(offset, file.path(), file.lengthBytes()));
    }
    return range.contains(offset);
  }

  private static List<StripeExplanation> explain(ManagerApi manager, List<Stripe> stripes)
      throws IOException {
    List<StripeExplanation> all = new ArrayList<>();
    for (int from = 0; from < stripes.size(); from += ManagerApi.MAX_STRIPES_PER_REQUEST) {
      int to = Math.min(stripes.size(), from + ManagerApi.MAX_STRIPES_PER_REQUEST);
      List<ContentVersion> asked = stripes.subList(from, to).stream().map(Stripe::version).toList();
      all.addAll(
          ManagerOption.<List<StripeExplanation>>await(then -> manager.explain(asked, then)));
    }
    return all;
  }
}
