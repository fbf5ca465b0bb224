package io.evenkeel.cli;

import io.evenkeel.sim.FrontEnd;
import io.evenkeel.sim.Simulation;
import io.evenkeel.sim.scenario.Scenario;
import io.evenkeel.sim.scenario.ScenarioReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel simulate}. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "What Evenkeel would do to a cluster: reads of a scenario in virtual time, by the classes"
          + " that run in production. docs/SIMULATOR.md has the keys of a scenario and some to start"
          + " with.",
      "With several seeds each figure is the median of the runs, with the least and the most."
    })
final class SimulateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "SCENARIO",
      arity = "0..1",
      description = "A file of lines 'key = value'.")
  private Path file;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "The first seed. Default: ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--seeds",
      defaultValue = "1",
      description = "How many runs, each with the next seed. Default: ${DEFAULT-VALUE}.")
  private int seeds;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Another value of a key than the scenario's; may be repeated.")
  private Map<String, String> set = new LinkedHashMap<>();

  @Option(
      names = "--check",
      description = "Look after every event whether all that must hold does; several times slower.")
  private boolean checks;

  @Option(names = "--keys", description = "Show all keys, their defaults and meanings.")
  private boolean keys;

  @Option(names = "--json", paramLabel = "OUT", description = "Write all runs as JSON to OUT.")
  private Path json;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (keys) {
      out.print(Scenario.document());
      out.flush();
      return 0;
    }
    if (file == null || seeds < 1) {
      throw new ParameterException(
          spec.commandLine(),
          file == null ? "which SCENARIO?" : "--seeds takes 1 or more, got " + seeds);
    }
    Optional<OutputFile> output = OutputFile.of("--json", json);
    Scenario scenario = Scenario.read(file).with("--set", set);
    List<ScenarioReport> reports = run(scenario);
    out.print(seeds == 1 ? reports.get(0).toText() : table(scenario, reports));
    out.flush();
    if (output.isPresent()) {
      List<String> rows = reports.stream().map(ScenarioReport::toJson).toList();
      output.get().write("[\n" + String.join(",\n", rows) + "\n]\n");
    }
    return 0;
  }

  private List<ScenarioReport> run(Scenario scenario) {
    List<ScenarioReport> reports = new ArrayList<>();
    for (int i = 0; i < seeds; i++) {
      FrontEnd.Factory frontEnds = FrontEnd.always(Simulation.scheme(scenario));
      Simulation simulation = new Simulation(scenario, seed + i, frontEnds, checks);
      if (i == 0 && simulation.offeredLoad() > 1) {
        warn(scenario, simulation.offeredLoad());
      }
      reports.add(simulation.run(System::nanoTime));
    }
    return reports;
  }

  private void warn(Scenario scenario, double load) {
    PrintWriter err = spec.commandLine().getErr();
    err.printf(
        Locale.ROOT,
        "evenkeel: warning: %s asks for %.2f times what its nodes can read: the later a read comes,"
            + " the longer it waits, and this run takes long. Lower rate or what a read has, or"
            + " raise nodes or node.rate%n",
        scenario.name(),
        load);
    err.flush();
  }

  private String table(Scenario scenario, List<ScenarioReport> reports) {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(
            Locale.ROOT, "%s, seeds %d to %d%n", scenario.name(), seed, seed + seeds - 1));
    reports.forEach(report -> text.append(report.failures()));
    text.append(
        String.format(Locale.ROOT, "  %-28s %14s %14s %14s%n", "", "median", "least", "most"));
    for (String name : reports.get(0).names()) {
      double[] values =
          reports.stream()
              .mapToDouble(report -> report.get(name))
              .filter(Double::isFinite)
              .sorted()
              .toArray();
      text.append(row(name, values));
    }
    return text.toString();
  }

  /**
   * A line of the table.
   *
   * @param values of the runs that have any, in order
   */
  private static String row(String name, double... values) {
    int last = values.length - 1;
    boolean isNone = values.length == 0;
    double median = isNone ? Double.NaN : (values[last / 2] + values[values.length / 2]) / 2;
    return String.format(
        Locale.ROOT,
        "  %-28s %14s %14s %14s%n",
        name,
        ScenarioReport.plain(median),
        ScenarioReport.plain(isNone ? Double.NaN : values[0]),
        ScenarioReport.plain(isNone ? Double.NaN : values[last]));
  }
}
