package io.evenkeel.sim.scenario;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What came of one run: figures by name, in an order, as text for people and as JSON. Times are in
 * milliseconds and bytes in those of the scenario; the names end in the unit.
 */
public final class ScenarioReport {
  /** What is busy for more than this, while reads arrive, has a queue that grows. */
  private static final double OVERLOAD_MIN = 0.98;

  private final String scenario;
  private final long seed;
  private final Map<String, Double> figures;
  private final Set<String> real;
  private final String hash;

  private ScenarioReport(Builder builder, String scenario, long seed, String hash) {
    this.scenario = scenario;
    this.seed = seed;
    this.figures = new LinkedHashMap<>(builder.figures);
    this.real = Set.copyOf(builder.real);
    this.hash = hash;
  }

  /** Puts one together. */
  public static final class Builder {
    private final Map<String, Double> figures = new LinkedHashMap<>();
    private final Set<String> real = new HashSet<>();

    /** One more figure. */
    public Builder put(String name, double value) {
      figures.put(name, value);
      return this;
    }

    /** One that is counted. */
    public Builder put(String name, long count) {
      return put(name, (double) count);
    }

    /** One of real time, which differs between equal runs. */
    public Builder putReal(String name, double value) {
      real.add(name);
      return put(name, value);
    }

    /**
     * All of it.
     *
     * @param hash of the events: equal runs have equal ones
     */
    public ScenarioReport build(String scenario, long seed, long hash) {
      return new ScenarioReport(this, scenario, seed, "%016x".formatted(hash));
    }
  }

  public String scenario() {
    return scenario;
  }

  public long seed() {
    return seed;
  }

  /** Of all events in their order. */
  public String hash() {
    return hash;
  }

  /** A figure by its name; an error for none. */
  public double get(String name) {
    Double figure = figures.get(name);
    if (figure == null) {
      throw new IllegalArgumentException("no figure '" + name + "' in " + figures.keySet());
    }
    return figure;
  }

  /** The names of the figures, in order. */
  public List<String> names() {
    return List.copyOf(figures.keySet());
  }

  /** Those of them that are equal in equal runs. */
  public List<String> simulatedNames() {
    return figures.keySet().stream().filter(name -> !real.contains(name)).toList();
  }

  /** A number with as many digits as say something; what is no number is of nothing. */
  public static String plain(double value) {
    if (!Double.isFinite(value)) {
      return "none";
    }
    boolean isWhole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return isWhole
        ? String.format(Locale.ROOT, "%.0f", value)
        : String.format(Locale.ROOT, Math.abs(value) < 10 ? "%.4f" : "%.2f", value);
  }

  /**
   * What is said before anything else: that some reads have failed, that cache nodes have nothing,
   * or that more arrives than a node or a link can bring, and so what the times are worth.
   */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    double failed = figures.getOrDefault("reads.failed", 0.0);
    if (failed > 0) {
      warnings.add(
          "%s OF %s READS FAILED; mean.ms to max.ms are without them (seed %d)"
              .formatted(plain(failed), plain(get("reads")), seed));
    }
    if (figures.getOrDefault("stripes.cached", Double.NaN) == 0) {
      warnings.add(
          "NO STRIPE HAS PARITY: files have one block each, or cache nodes no room (seed %d)"
              .formatted(seed));
    }
    busyAllTheTime("NODE", "hottest.node.utilisation", warnings);
    busyAllTheTime("LINK", "hottest.link.utilisation", warnings);
    return warnings;
  }

  private void busyAllTheTime(String what, String figure, List<String> warnings) {
    double share = figures.getOrDefault(figure, 0.0);
    if (share >= OVERLOAD_MIN) {
      warnings.add(
          "A %s IS BUSY ALL THE TIME (%s %s): what waits for it grows as long"
                  .formatted(what, figure, plain(share))
              + " as reads arrive, and so do times (seed %d)".formatted(seed));
    }
  }

  /** A line for each figure. */
  public String toText() {
    StringBuilder text = new StringBuilder();
    text.append("%s, seed %d, event.hash %s%n".formatted(scenario, seed, hash));
    warnings().forEach(warning -> text.append("  %s%n".formatted(warning)));
    figures.forEach(
        (name, value) ->
            text.append(String.format(Locale.ROOT, "  %-28s %14s%n", name, plain(value))));
    return text.toString();
  }

  /**
   * One object; a figure that is no number is null.
   *
   * @param marks what is true or not of this run among others
   * @param keys what it was of, by the names of keys
   */
  public String toJson(Map<String, Boolean> marks, Map<String, String> keys) {
    StringBuilder json = new StringBuilder();
    json.append("{\"scenario\": ").append(quoted(scenario));
    marks.forEach((name, value) -> json.append(", %s: %s".formatted(quoted(name), value)));
    json.append(", \"keys\": ")
        .append(
            keys.entrySet().stream()
                .map(key -> quoted(key.getKey()) + ": " + quoted(key.getValue()))
                .collect(Collectors.joining(", ", "{", "}")));
    json.append(", \"seed\": ").append(seed);
    json.append(", \"event.hash\": ").append(quoted(hash));
    figures.forEach(
        (name, value) ->
            json.append(", ")
                .append(quoted(name))
                .append(": ")
                .append(Double.isFinite(value) ? plain(value) : "null"));
    return json.append('}').toString();
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isPlain = c >= ' ' && c != '"' && c != '\\';
      quoted.append(isPlain ? String.valueOf(c) : String.format("\\u%04x", (int) c));
    }
    return quoted.append('"').toString();
  }
}
