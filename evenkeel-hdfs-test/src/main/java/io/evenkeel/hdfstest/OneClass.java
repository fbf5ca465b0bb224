package io.evenkeel.hdfstest;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * The main of a process that runs one test class and writes what became of each test, one line as
 * soon as it is known. Ends when its stdin does, so that it never outlives who started it.
 */
public final class OneClass implements TestExecutionListener {
  private final PrintStream results;

  private OneClass(PrintStream results) {
    this.results = results;
  }

  public static void main(String[] args) throws IOException {
    Thread watch = new Thread(OneClass::haltAtEndOfInput, "end of input");
    watch.setDaemon(true);
    watch.start();
    try (PrintStream results =
        new PrintStream(Files.newOutputStream(Path.of(args[1])), true, "UTF-8")) {
      LauncherFactory.create()
          .execute(
              LauncherDiscoveryRequestBuilder.request().selectors(selectClass(args[0])).build(),
              new OneClass(results));
      results.println(
          new ClassResult.Operations(
                  operations(DistributedFileSystem.class), operations(EvenkeelFileSystem.class))
              .line());
    }
    // Mini clusters leave threads behind that would keep the process.
    Runtime.getRuntime().halt(0);
  }

  private static void haltAtEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // Nobody writes there.
      }
    } catch (IOException e) {
      // As good as the end.
    }
    Runtime.getRuntime().halt(1);
  }

  @SuppressWarnings("deprecation") // the only statistics that are kept by class
  private static long operations(Class<? extends FileSystem> type) {
    FileSystem.Statistics done = FileSystem.getStatistics("hdfs", type);
    return (long) done.getReadOps() + done.getWriteOps();
  }

  @Override
  public void executionStarted(TestIdentifier test) {
    if (test.isTest()) {
      write(Outcome.State.STARTED, test, "");
    }
  }

  @Override
  public void executionSkipped(TestIdentifier test, String reason) {
    write(Outcome.State.SKIPPED, test, reason);
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    switch (result.getStatus()) {
      case SUCCESSFUL -> {
        if (test.isTest()) {
          write(Outcome.State.PASSED, test, "");
        }
      }
      case ABORTED -> write(Outcome.State.SKIPPED, test, reason(result));
      case FAILED -> write(Outcome.State.FAILED, test, reason(result));
    }
  }

  private static String reason(TestExecutionResult result) {
    return result
        .getThrowable()
        .map(
            thrown -> {
              thrown.printStackTrace();
              return thrown.toString();
            })
        .orElse("");
  }

  private void write(Outcome.State state, TestIdentifier test, String reason) {
    boolean isClass = !test.isTest() && test.getSource().orElse(null) instanceof ClassSource;
    String name = isClass ? "(the class)" : test.getDisplayName();
    results.println(new Outcome(state, name, reason).line());
    System.out.println("---- " + state + " " + name);
  }
}
