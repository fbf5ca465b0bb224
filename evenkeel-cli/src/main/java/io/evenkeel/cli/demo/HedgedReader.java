package io.evenkeel.cli.demo;

import io.evenkeel.process.Janitor;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Reads with HDFS's hedged reads, in a child JVM that ends with its standard input. */
final class HedgedReader implements FileReader {
  /** Besides the file, which its main program keeps whole. */
  private static final long HEAP_MEBIBYTES = 256;

  private static final long END_SECONDS = 5;

  private final Janitor.Child child;
  private final DataInputStream answers;
  private final OutputStream commands;

  HedgedReader(String defaultFs, org.apache.hadoop.fs.Path path, int length, Path log)
      throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:+UseSerialGC",
                    "-Xmx" + (HEAP_MEBIBYTES + 2L * (length >> 20)) + "m",
                    "-cp",
                    System.getProperty("java.class.path"),
                    HedgedReaderMain.class.getName(),
                    defaultFs,
                    path.toString(),
                    Integer.toString(length)))
            .redirectError(Redirect.appendTo(log.toFile()));
    child = Janitor.Child.start(builder);
    answers = new DataInputStream(child.process().getInputStream());
    commands = child.process().getOutputStream();
  }

  @Override
  public String scheme() {
    return "hedged";
  }

  @Override
  public long read(byte[] target) throws IOException {
    commands.write('\n');
    commands.flush();
    long nanos = answers.readLong();
    answers.readFully(target);
    return nanos;
  }

  @Override
  public long receivedBytes() {
    return -1;
  }

  @Override
  public void close() throws IOException {
    try (child) {
      commands.close();
      child.process().waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
