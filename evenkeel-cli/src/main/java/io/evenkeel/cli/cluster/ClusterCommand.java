package io.evenkeel.cli.cluster;

import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code evenkeel cluster …}: this user's cluster on this machine. There is at most one. */
@Command(
    name = "cluster",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "A real HDFS with Redis and the manager on this machine.",
    subcommands = {ClusterUp.class})
public final class ClusterCommand implements Runnable {
  private static final String NODE = "NODE";
  private static final String NODE_HELP = "A node such as dn3 (or just 3), redis0 or manager.";

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Show the nodes of the cluster that is up.")
  void status(@Mixin JsonOption json) throws IOException {
    Results results = json.results();
    String answer = ControlClient.ask(StateFolder.ofThisUser(), ClusterHolder.STATUS);
    results.write(ClusterStatusText.table(answer), () -> answer);
  }

  @Command(
      name = "slow",
      mixinStandardHelpOptions = true,
      description = "Slow a DataNode by a factor; 1 makes it healthy again.")
  void slow(
      @Parameters(paramLabel = NODE, description = "A DataNode such as dn3 or just 3.") String node,
      @Parameters(paramLabel = "FACTOR", description = "For instance 8.") double factor)
      throws IOException {
    ask("slow " + NodeName.parse(node) + " " + factor);
  }

  @Command(
      name = "delay",
      mixinStandardHelpOptions = true,
      header = "Let a DataNode wait before each read, as a disk that seeks badly does.",
      description =
          "0 makes it healthy again. Small reads feel it, where a rate would not be noticed.")
  void delay(
      @Parameters(paramLabel = NODE, description = "A DataNode such as dn3 or just 3.") String node,
      @Parameters(paramLabel = "MILLIS", description = "For instance 30.") int millis)
      throws IOException {
    ask("delay " + NodeName.parse(node) + " " + millis);
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Stop a node as it is (SIGSTOP).")
  void stop(@Parameters(paramLabel = NODE, description = NODE_HELP) String node)
      throws IOException {
    ask(NodeAction.STOP, node);
  }

  @Command(
      name = "resume",
      mixinStandardHelpOptions = true,
      description = "Let a stopped node run on.")
  void resume(@Parameters(paramLabel = NODE, description = NODE_HELP) String node)
      throws IOException {
    ask(NodeAction.RESUME, node);
  }

  @Command(name = "kill", mixinStandardHelpOptions = true, description = "Kill a node (SIGKILL).")
  void kill(@Parameters(paramLabel = NODE, description = NODE_HELP) String node)
      throws IOException {
    ask(NodeAction.KILL, node);
  }

  @Command(
      name = "restart",
      mixinStandardHelpOptions = true,
      description = "Start a node again at its address; a DataNode keeps its data.")
  void restart(@Parameters(paramLabel = NODE, description = NODE_HELP) String node)
      throws IOException {
    ask(NodeAction.RESTART, node);
  }

  @Command(
      name = "down",
      mixinStandardHelpOptions = true,
      description = "End the cluster; nothing of it is left.")
  void down() throws IOException {
    StateFolder state = StateFolder.ofThisUser();
    answer(state, ClusterHolder.DOWN);
    if (Files.exists(state.path(), LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("the cluster is down, but its folder is left: " + state.path());
    }
    say("the cluster is down");
  }

  private void ask(NodeAction action, String node) throws IOException {
    ask(action.verb() + " " + NodeName.parse(node));
  }

  private void ask(String request) throws IOException {
    say(answer(StateFolder.ofThisUser(), request));
  }

  private static String answer(StateFolder state, String request) throws IOException {
    try (ProgressLine progress = ProgressLine.onStderr()) {
      progress.say("asking the cluster: " + request);
      return ControlClient.ask(state, request);
    }
  }

  private void say(String text) {
    PrintWriter out = spec.commandLine().getOut();
    out.println(text);
    out.flush();
  }
}
