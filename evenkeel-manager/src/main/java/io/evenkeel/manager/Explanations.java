package io.evenkeel.manager;

import io.evenkeel.core.model.ContentVersion;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi.StripeExplanation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Why the manager treats a content as it does, for people; made when somebody asks. */
final class Explanations {
  private static final double NANOS_PER_SECOND = 1e9;
  private final ParityCache cache;

  Explanations(ParityCache cache) {
    this.cache = cache;
  }

  List<StripeExplanation> of(long nowNanos, List<ContentVersion> versions) {
    List<StripeExplanation> explanations = new ArrayList<>();
    for (ContentVersion version : versions) {
      KnownStripe stripe = cache.stripes.find(version);
      explanations.add(
          stripe == null
              ? new StripeExplanation(
                  version, "", List.of(), 0, 0, List.of(), "not known: nobody asked for it lately")
              : of(nowNanos, version, stripe));
    }
    return explanations;
  }

  private StripeExplanation of(long nowNanos, ContentVersion version, KnownStripe stripe) {
    Encoding encoding = stripe.encoding;
    boolean there = encoding != null && encoding.published && !encoding.isExpired(nowNanos);
    return new StripeExplanation(
        version,
        there ? encoding.id().toString() : "",
        there ? encoding.nodes : List.of(),
        there ? cache.encodings.indexBytes(encoding) * encoding.nodes.size() : 0,
        cache.units.frequency(stripe),
        cache.storageNodes.touching(stripe),
        decision(nowNanos, stripe));
  }

  private String decision(long nowNanos, KnownStripe stripe) {
    String text = stripe.verdict.text();
    if (stripe.verdict == ParityReason.NOT_WORTH_IT) {
      return "%s; by now %s accesses against its %s"
          .formatted(
              text,
              number(cache.units.displacedFrequency(stripe)),
              number(cache.units.frequency(stripe)));
    }
    if (stripe.verdict == ParityReason.RESTING && Fills.isResting(nowNanos, stripe)) {
      return "%s: came to nothing %d times in a row, rests for %s s more"
          .formatted(
              text,
              stripe.fill.failures,
              number((stripe.fill.nanos - nowNanos) / NANOS_PER_SECOND));
    }
    if (Fills.isOpen(stripe)) {
      return text
          + (stripe.fill.state == Fill.State.ORDERED ? "; ordered" : "; nobody makes it yet");
    }
    return stripe.encoding != null && !stripe.encoding.published ? text + "; being made" : text;
  }

  /** Why the parity is wanted. */
  String why(KnownStripe stripe) {
    List<NodeId> touching = cache.storageNodes.touching(stripe);
    return "%sasked for %s times lately%s"
        .formatted(
            Fills.isPrefetch(stripe) ? "prefetch: " : "",
            number(cache.units.frequency(stripe)),
            touching.isEmpty() ? "" : ", needs stragglers " + touching);
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, "%.1f", value);
  }
}
