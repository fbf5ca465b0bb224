package io.evenkeel.cli.doctor;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.Stripe;
import io.evenkeel.core.model.StripeId;
import io.evenkeel.core.port.ManagerApi;
import io.evenkeel.core.port.ManagerApi.Answer;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import io.evenkeel.hadoop.ExplainedFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;

/** The parity that the manager has of the probe. */
final class ProbeParity {
  private final Scene scene;
  private final ManagerApi manager;

  ProbeParity(Scene scene, ManagerApi manager) {
    this.scene = scene;
    this.manager = manager;
  }

  /** Where it is, for people. */
  String places() throws IOException {
    String nodes =
        cached().stream()
            .flatMap(stripe -> stripe.nodes().stream())
            .distinct()
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    return nodes.isEmpty() ? "" : " on " + nodes;
  }

  /**
   * Has it removed from the cache nodes.
   *
   * @return of how many stripes
   * @throws IOException also when the manager refuses one
   */
  int withdraw() throws IOException {
    int withdrawn = 0;
    for (StripeExplanation stripe : cached()) {
      StripeId id = StripeId.parse(stripe.encoding());
      Answer answer =
          scene.await(then -> manager.withdraw(id, "it was a probe of the doctor's", then));
      if (!answer.accepted()) {
        throw new IOException(answer.reason());
      }
      withdrawn++;
    }
    return withdrawn;
  }

  private List<StripeExplanation> cached() throws IOException {
    // What is written is cut into block groups also where none is read so.
    Configuration conf = scene.bounded();
    conf.setBoolean(EvenkeelKeys.STRIPED.name(), true);
    List<ContentVersion> asked =
        ExplainedFile.of(scene.probe().path(), conf).stripes().stream()
            .map(Stripe::version)
            .toList();
    List<StripeExplanation> cached = new ArrayList<>();
    for (int from = 0; from < asked.size(); from += ManagerApi.STRIPES_PER_REQUEST_MAX) {
      int to = Math.min(asked.size(), from + ManagerApi.STRIPES_PER_REQUEST_MAX);
      List<ContentVersion> some = asked.subList(from, to);
      scene.<List<StripeExplanation>>await(then -> manager.explain(some, then)).stream()
          .filter(StripeExplanation::isCached)
          .forEach(cached::add);
    }
    return cached;
  }
}
