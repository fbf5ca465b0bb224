package io.evenkeel.cli.inspect;

import io.evenkeel.command.WrappedText;
import io.evenkeel.core.model.BlockGroup;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.ExplainedFile;
import java.util.List;
import java.util.function.Function;

/**
 * How a file would be read, as far as it was asked.
 *
 * @param groups those to tell of, of an erasure-coded file
 * @param stripes those to tell of; of an erasure-coded file those that the manager was asked about
 * @param known what the manager knows of each stripe; none where there is none, or no answer
 * @param ofGroup what a read of a group would do now; empty where nobody can tell
 * @param ofReplicas from which of its replicas a block would be read now; empty where nobody can
 *     tell
 * @param stragglers who is accused of being slow, of the nodes that these stripes need
 * @param note what is not known, and why; empty when all is
 */
record Explanation(
    ExplainedFile file,
    List<BlockGroup> groups,
    List<Stripe> stripes,
    List<StripeExplanation> known,
    Function<BlockGroup, String> ofGroup,
    Function<List<NodeId>, String> ofReplicas,
    List<NodeLoad> stragglers,
    String note) {

  /** Of a file that is read the stock way. */
  static Explanation plain(ExplainedFile file) {
    return new Explanation(
        file, List.of(), List.of(), List.of(), group -> "", nodes -> "", List.of(), "");
  }

  /** For people. */
  String text() {
    if (!file.plainReason().isEmpty()) {
      return WrappedText.text(ExplainText.plain(file));
    }
    String text =
        file.blockGroups().isEmpty()
            ? ExplainText.of(file, stripes, known, ofReplicas)
            : ExplainText.ofGroups(file, groups, stripes, known, ofGroup);
    String last = note.isEmpty() ? "" : "  " + note + System.lineSeparator();
    return WrappedText.text(text + ExplainText.accusations(stragglers) + last);
  }
}
