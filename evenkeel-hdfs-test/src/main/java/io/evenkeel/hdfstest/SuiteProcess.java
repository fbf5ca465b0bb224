package io.evenkeel.hdfstest;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileUtil;

/**
 * Runs one test class in a JVM of its own, in a folder of its own, with a time limit. The result
 * file appears when the class is finished, whatever became of it.
 */
final class SuiteProcess {
  /** As Hadoop's own build has them. */
  private static final List<String> OPENED_PACKAGES =
      List.of(
          "java.base/java.io",
          "java.base/java.lang",
          "java.base/java.lang.reflect",
          "java.base/java.math",
          "java.base/java.net",
          "java.base/java.text",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.base/java.util.zip",
          "java.base/sun.security.util",
          "java.base/sun.security.x509");

  private final SuiteFolders folders;
  private final Duration limit;
  private volatile Process running;
  private volatile boolean isStopped;

  SuiteProcess(SuiteFolders folders, Duration limit) {
    this.folders = folders;
    this.limit = limit;
  }

  /** Ends the one that runs, if any, whose class has no result then; says what is left. */
  String stop() {
    isStopped = true;
    Process process = running;
    if (process != null) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
      process.onExit().join();
    }
    return "the results so far are kept";
  }

  /**
   * Runs a class and returns its result.
   *
   * @throws InterruptedException also where it was stopped
   */
  ClassResult run(String className, Side side) throws IOException, InterruptedException {
    Path result = folders.result(className, side);
    Path log = folders.log(className, side);
    Path work = folders.work();
    Path unfinished = work.resolve("result");
    FileUtil.fullyDelete(work.toFile());
    Files.createDirectories(work.resolve("tmp"));
    Files.createDirectories(result.getParent());
    Files.createFile(unfinished);
    Process process =
        new ProcessBuilder(command(className, side, unfinished))
            .directory(work.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    running = process;
    if (isStopped) {
      process.destroyForcibly();
    }
    try {
      if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
        dumpThreads(process);
        end(process);
        cutShort(unfinished, "it took longer than " + limit.toSeconds() + " s");
      } else if (process.exitValue() != 0) {
        cutShort(unfinished, "its process ended with status " + process.exitValue());
      }
    } finally {
      end(process);
    }
    if (isStopped) {
      FileUtil.fullyDelete(work.toFile());
      throw new InterruptedException("stopped at " + className);
    }
    Files.move(unfinished, result, StandardCopyOption.REPLACE_EXISTING);
    FileUtil.fullyDelete(work.toFile());
    ClassResult read = ClassResult.read(result);
    if (read.failures().isEmpty()) {
      Files.delete(log);
    }
    return read;
  }

  private List<String> command(String className, Side side, Path result) {
    // A session of its own: Ctrl-C is for this process, which then stops that one.
    List<String> command = new ArrayList<>(List.of("setsid", "--wait"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx2g");
    for (String opened : OPENED_PACKAGES) {
      command.add("--add-opens=" + opened + "=ALL-UNNAMED");
    }
    Path work = folders.work();
    command.add("-Djava.io.tmpdir=" + work.resolve("tmp"));
    command.add("-Dhadoop.tmp.dir=" + work.resolve("hadoop"));
    command.add("-Dhadoop.log.dir=" + work.resolve("log"));
    command.add("-Dtest.build.data=" + work.resolve("data"));
    command.add("-Dtest.cache.data=" + folders.hadoopTestFiles());
    command.add("-Djava.security.krb5.conf=" + folders.hadoopTestFiles().resolve("krb5.conf"));
    command.add("-Djava.net.preferIPv4Stack=true");
    command.add("-cp");
    command.add(classPath(side));
    command.add(OneClass.class.getName());
    command.add(className);
    command.add(result.toString());
    return command;
  }

  private String classPath(Side side) {
    List<String> elements = new ArrayList<>();
    if (side == Side.EVENKEEL) {
      elements.add(folders.evenkeelConfiguration().toString());
    }
    elements.add(folders.hadoopTestFiles().toString());
    elements.add(folders.classPath());
    return String.join(File.pathSeparator, elements);
  }

  /** The JVM writes the stacks of its threads to its stdout, which is the log. */
  private static void dumpThreads(Process process) throws IOException, InterruptedException {
    // The shell's own: a small system has no program of that name.
    new ProcessBuilder("sh", "-c", "kill -QUIT " + process.pid()).start().waitFor();
    process.waitFor(5, TimeUnit.SECONDS);
  }

  private static void end(Process process) throws InterruptedException {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly().waitFor();
  }

  private static void cutShort(Path unfinished, String reason) throws IOException {
    Files.write(unfinished, ClassResult.cutShort(Files.readAllLines(unfinished), reason));
  }
}
