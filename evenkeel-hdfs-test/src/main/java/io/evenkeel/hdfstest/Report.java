package io.evenkeel.hdfstest;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.evenkeel.command.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/** Says what was found: a table of classes, and lists of tests. */
final class Report {
  private final AcceptedDifferences accepted;
  private final Consumer<String> out;

  /** Of text for people, with its line ends. */
  Report(AcceptedDifferences accepted, Consumer<String> out) {
    this.accepted = accepted;
    this.out = out;
  }

  void heading() {
    row("class", "stock", "failed", "evenkeel", "failed", "");
  }

  void line(Comparison c) {
    row(
        c.name(),
        Long.toString(c.stock().tests()),
        Integer.toString(c.stock().failures().size()),
        Long.toString(c.evenkeel().tests()),
        Integer.toString(c.evenkeel().failures().size()),
        c.missesEvenkeel() ? "  no operation reached Evenkeel" : "");
  }

  private void row(String name, String a, String b, String c, String d, String note) {
    say("%-36s %8s %8s %10s %8s%s%n", name, a, b, c, d, note);
  }

  /**
   * Says which tests differ.
   *
   * @param notRun classes that there was no time for
   * @return whether Evenkeel passes all that the stock client passes, except what is accepted
   */
  boolean summary(List<Comparison> all, List<String> notRun) {
    List<String> refused = new ArrayList<>();
    List<String> excused = new ArrayList<>();
    List<String> stale = new ArrayList<>();
    List<String> stock = new ArrayList<>();
    for (Comparison c : all) {
      List<String> differences = c.differences().stream().map(c::name).toList();
      for (Outcome difference : c.differences()) {
        String name = c.name(difference);
        if (accepted.contains(name)) {
          excused.add(name + ": " + accepted.reason(name));
        } else {
          refused.add(name + ": " + difference.reason());
        }
      }
      accepted.of(c.name()).stream().filter(t -> !differences.contains(t)).forEach(stale::add);
      c.stock().failures().forEach(f -> stock.add(c.name(f) + ": " + f.reason()));
    }
    list("Evenkeel fails what the stock client passes:", refused);
    list("accepted differences:", excused);
    list("listed as accepted, but no difference:", stale);
    list("the stock client itself fails here:", stock);
    list("not run, the time was over; call again to go on:", notRun);
    long tests = all.stream().mapToLong(c -> c.evenkeel().tests()).sum();
    say(
        "%n%d classes, %d tests with Evenkeel; %d fail that the stock client passes, %d of them"
            + " accepted%n",
        all.size(), tests, refused.size() + excused.size(), excused.size());
    return refused.isEmpty() && notRun.isEmpty() && tests > 0;
  }

  private void list(String title, List<String> entries) {
    if (!entries.isEmpty()) {
      say("%n%s%n", title);
      entries.forEach(entry -> say("  %s%n", entry));
    }
  }

  private void say(String form, Object... arguments) {
    out.accept(String.format(Locale.ROOT, form, arguments));
  }

  /** All of it for programs: each class with its tests by name, on either side. */
  String json(String command, List<Comparison> all, List<String> notRun) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put("command", command);
    Machine.here().addTo(root.putObject("machine"));
    var classes = root.putArray("classes");
    for (Comparison c : all) {
      ObjectNode of = classes.addObject().put("class", c.className());
      outcomes(c.stock(), of.putObject("stock"));
      outcomes(c.evenkeel(), of.putObject("evenkeel"));
      var differences = of.putArray("differences");
      for (Outcome difference : c.differences()) {
        String name = c.name(difference);
        ObjectNode said = differences.addObject().put("test", difference.test());
        said.put("accepted", accepted.contains(name));
        if (accepted.contains(name)) {
          said.put("reason", accepted.reason(name));
        }
      }
    }
    notRun.forEach(root.putArray("notRun")::add);
    return root.toPrettyString();
  }

  private static void outcomes(ClassResult result, ObjectNode into) {
    into.put("tests", result.tests());
    ObjectNode tests = into.putObject("outcomes");
    for (Outcome outcome : result.outcomes().values()) {
      ObjectNode of = tests.putObject(outcome.test());
      of.put("state", outcome.state().name().toLowerCase(Locale.ROOT));
      if (outcome.isFailure()) {
        of.put("failure", outcome.reason());
      }
    }
  }
}
