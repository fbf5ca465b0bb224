package io.evenkeel.cli.cluster;

import io.evenkeel.cli.ChildProcesses;
import io.evenkeel.cli.EvenkeelCommand;
import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.command.StopNotice;
import io.evenkeel.command.WrappedText;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code evenkeel cluster up}: starts a process of its own session that holds the cluster, passes
 * on what it says, and returns when the cluster is up.
 *
 * <p>The holding process is this same command with a hidden option. It prints its lines, then the
 * word that it is up or an error; until it reads that it is to keep the cluster, the end of its
 * stdin ends it, so an interrupted {@code up} leaves nothing.
 */
@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description =
        "Start a cluster of this machine and return when it is ready. One for each user;"
            + " EVENKEEL_STATE_FOLDER names another folder than evenkeel-USER in the temporary"
            + " folder, for a second one: a new one, or one that is empty and"
            + " yours alone; \"down\" removes it.")
final class ClusterUp implements Callable<Integer> {
  private static final String IS_UP = "up ";
  private static final String LINE = "line ";
  private static final String ERROR = "error ";
  private static final String KEEP = "keep\n";
  private static final int END_SECONDS = 20;

  @Mixin private ClusterOptions options;
  @Mixin private JsonOption json;

  @Option(
      names = "--foreground",
      description = "Hold the cluster in this process, until Ctrl-C or \"cluster down\".")
  private boolean foreground;

  @Option(names = "--held-for-up", hidden = true)
  private boolean heldForUp;

  @Override
  public Integer call() throws IOException {
    StateFolder state = StateFolder.ofThisUser();
    ClusterSettings settings = options.settings(state.path());
    if (heldForUp) {
      return hold(state, settings);
    }
    Results results = json.results();
    state.makeFree();
    results.say(line("starting " + ClusterOptions.describe(settings)));
    try (ProgressLine progress = ProgressLine.onStderr()) {
      progress.say("starting " + settings.dataNodes() + " DataNodes and the others");
      return foreground
          ? holdHere(results, state, settings, progress)
          : launch(results, state, progress);
    }
  }

  private static int holdHere(
      Results results, StateFolder state, ClusterSettings settings, ProgressLine progress)
      throws IOException {
    return StopNotice.during(
        ChildProcesses::end,
        () -> {
          ClusterHolder.hold(
              state,
              settings,
              line -> print(results, line, progress),
              cluster -> results.give(() -> ClusterStatusText.json(cluster, state)));
          return 0;
        });
  }

  /** Starts the process that holds the cluster and passes on its lines. */
  private int launch(Results results, StateFolder state, ProgressLine progress) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "setsid",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                EvenkeelCommand.class.getName(),
                "cluster",
                "up",
                "--held-for-up"));
    command.addAll(options.arguments());
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(Path.of("/").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("CLASSPATH", absolute(System.getProperty("java.class.path")));
    builder.environment().put(StateFolder.NAMED_BY, state.path().toString());
    Process holder = builder.start();
    return StopNotice.during(
        () -> end(holder, state), () -> passOn(holder, results, state, progress));
  }

  /** What it says, until the cluster is up. */
  private static int passOn(
      Process holder, Results results, StateFolder state, ProgressLine progress)
      throws IOException {
    StringBuilder errors = new StringBuilder();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(IS_UP)) {
          progress.say("");
          results.give(() -> ControlClient.ask(state, ClusterHolder.STATUS));
          holder.getOutputStream().write(KEEP.getBytes(StandardCharsets.UTF_8));
          holder.getOutputStream().flush();
          return 0;
        }
        if (line.startsWith(ERROR)) {
          errors.append(errors.isEmpty() ? "" : "\n").append(line.substring(ERROR.length()));
        } else if (line.startsWith(LINE)) {
          print(results, line.substring(LINE.length()), progress);
        }
      }
    }
    throw new IOException(
        errors.isEmpty() ? "the process that was to hold the cluster ended" : errors.toString());
  }

  /** Until it has read that it is to keep the cluster, the process ends with its stdin. */
  private static String end(Process holder, StateFolder state) throws IOException {
    holder.getOutputStream().close();
    try {
      boolean hasEnded = holder.waitFor(END_SECONDS, TimeUnit.SECONDS);
      for (int i = 0; hasEnded && Files.exists(state.path()) && i < END_SECONDS * 10; i++) {
        TimeUnit.MILLISECONDS.sleep(100);
      }
      if (!hasEnded) {
        return "the cluster had just come up: \"evenkeel cluster down\" ends it";
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Files.exists(state.path()) ? "some of it is still ending" : StopNotice.NOTHING;
  }

  /** The other end of {@link #launch}. */
  private static int hold(StateFolder state, ClusterSettings settings) {
    PrintStream out = System.out;
    System.setOut(System.err);
    AtomicBoolean kept = new AtomicBoolean();
    Thread watch = new Thread(() -> awaitKeep(kept), "await-keep");
    watch.setDaemon(true);
    watch.start();
    try {
      ClusterHolder.hold(
          state,
          settings,
          line -> out.println(LINE + line),
          cluster -> {
            out.println(IS_UP);
            // Whoever reads our stdout must see its end although this process goes on.
            out.close();
          });
      return 0;
    } catch (IOException | RuntimeException failure) {
      String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
      message.lines().forEach(line -> out.println(ERROR + line));
      out.flush();
      return 1;
    }
  }

  private static void awaitKeep(AtomicBoolean kept) {
    try {
      byte[] word = System.in.readNBytes(KEEP.length());
      kept.set(word.length == KEEP.length());
    } catch (IOException unreadable) {
      kept.set(false);
    }
    if (!kept.get()) {
      Runtime.getRuntime().halt(1);
    }
  }

  private static void print(Results results, String line, ProgressLine progress) {
    progress.say("");
    results.say(line(line));
  }

  private static String line(String text) {
    return WrappedText.text(text);
  }

  private static String absolute(String classPath) {
    return String.join(
        File.pathSeparator,
        Stream.of(classPath.split(File.pathSeparator, -1))
            .map(entry -> Path.of(entry).toAbsolutePath().toString())
            .toList());
  }
}
