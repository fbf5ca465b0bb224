package io.evenkeel.cluster.node;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * A child's line to its parent: one ready line on stdout, then one answer line per command line on
 * stdin; the end of stdin ends the process.
 *
 * <p>Answers are {@code ok …} or {@code error …}. The process is halted rather than asked to exit:
 * a node's shutdown hooks may wait for what is already gone, and nothing here outlives the parent.
 */
final class NodeConsole {
  private final PrintStream answers;
  private volatile UnaryOperator<String> commands =
      line -> "error not ready yet; wait for the ready line, then repeat: " + line;

  private NodeConsole(PrintStream answers) {
    this.answers = answers;
  }

  /** A main's body; what it throws is printed and ends the process with status 1. */
  interface Body {
    void run(NodeConsole console) throws Exception;
  }

  /** Runs {@code body} and returns; the process goes on until stdin ends. */
  static void run(Body body) {
    NodeConsole console = new NodeConsole(System.out);
    // Libraries that print must not break the protocol.
    System.setOut(System.err);
    Thread reader = new Thread(console::readCommands, "node-console");
    reader.setDaemon(true);
    reader.start();
    try {
      body.run(console);
    } catch (Throwable failure) {
      // Hadoop's non-daemon threads would keep a failed node alive.
      failure.printStackTrace(System.err);
      Runtime.getRuntime().halt(1);
    }
  }

  /** Prints the ready line and serves commands with {@code handler} from now on. */
  void ready(String description, UnaryOperator<String> handler) {
    commands = handler;
    say("ready " + description);
  }

  private void readCommands() {
    try (BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      for (String line = input.readLine(); line != null; line = input.readLine()) {
        say(answer(line));
      }
    } catch (IOException unreadable) {
      System.err.println("stdin ends: " + unreadable);
    } finally {
      Runtime.getRuntime().halt(0);
    }
  }

  private String answer(String line) {
    try {
      return commands.apply(line);
    } catch (RuntimeException failure) {
      return "error " + line + ": " + failure;
    }
  }

  private synchronized void say(String line) {
    answers.println(line);
    answers.flush();
  }
}
