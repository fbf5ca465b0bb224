package io.evenkeel.cli.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.command.Machine;
import java.util.Collection;
import java.util.Locale;

/**
 * What a benchmark has found.
 *
 * @param text for people
 * @param figures for programs, with every single measurement
 */
public record BenchResult(String text, ObjectNode figures) {
  private static final double NANOS_PER_MILLI = 1e6;

  /** A tree without anything yet. */
  public static ObjectNode tree() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** By another: so that several stand side by side in five columns each. */
  public static String ratio(double value) {
    return String.format(Locale.ROOT, value < 10 ? "%.2f" : "%.1f", value);
  }

  /** Times in their order, in milliseconds. */
  public static void millis(ObjectNode into, String name, Collection<Long> nanos) {
    var array = into.putArray(name);
    nanos.forEach(each -> array.add(each / NANOS_PER_MILLI));
  }

  /**
   * The whole document.
   *
   * @param command how it was called
   */
  public String json(String command) {
    ObjectNode root = tree().put("command", command);
    Machine.here().addTo(root.putObject("machine"));
    root.setAll(figures);
    return root.toPrettyString();
  }
}
