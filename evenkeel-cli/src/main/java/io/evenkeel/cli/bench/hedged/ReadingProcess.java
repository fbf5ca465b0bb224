package io.evenkeel.cli.bench.hedged;

import io.evenkeel.cli.bench.reads.ChildJvm;
import io.evenkeel.cli.bench.reads.Installation;
import io.evenkeel.process.Janitor;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;

/** A client in a process of its own, as {@link ReadingMain} reads. */
final class ReadingProcess implements AutoCloseable {
  private static final long END_SECONDS = 5;

  /** A read that takes longer will not end. */
  private static final long READ_SECONDS_MAX = 120;

  private final String name;
  private final Path folder;
  private final ByteBuffer content;
  private final Janitor.Child child;
  private final BufferedReader answers;
  private final Writer commands;

  /** A read has not ended in time; the process is gone. */
  static final class HungException extends IOException {
    private static final long serialVersionUID = 1;

    HungException(String message) {
      super(message);
    }
  }

  /**
   * @param folder new, for its temporary files and what it says on standard error
   * @param content what the file must hold
   */
  ReadingProcess(
      String name,
      Installation installation,
      Path folder,
      org.apache.hadoop.fs.Path file,
      ByteBuffer content,
      ReadingMain.How how)
      throws IOException {
    this.name = name;
    this.folder = folder;
    this.content = content;
    List<String> arguments =
        List.of(file.toString(), Integer.toString(content.capacity()), how.name());
    child =
        Janitor.Child.start(
            ChildJvm.builder(
                installation, folder, List.of("-Xmx512m"), ReadingMain.class.getName(), arguments));
    answers = child.process().inputReader();
    commands = child.process().outputWriter();
  }

  /**
   * So many reads, one after the other, each compared with the content.
   *
   * @param seed draws where small ones are
   * @return the nanoseconds of each
   * @throws HungException when one of them has not ended after {@value READ_SECONDS_MAX} s
   */
  List<Long> read(int count, long seed) throws IOException {
    commands.write(count + " " + seed + "\n");
    commands.flush();
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      String answer = answer();
      String[] words = answer.split(" ", -1);
      CRC32C crc = new CRC32C();
      crc.update(content.slice(Integer.parseInt(words[1]), Integer.parseInt(words[2])));
      if (crc.getValue() != Long.parseLong(words[3])) {
        throw new IOException(name + ": wrong bytes: " + words[2] + " from " + words[1] + " on");
      }
      nanos.add(Long.parseLong(words[0]));
    }
    return nanos;
  }

  private String answer() throws IOException {
    Timer timer = new Timer("reading", true);
    AtomicBoolean hangs = new AtomicBoolean();
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            hangs.set(true);
            child.process().destroyForcibly();
          }
        },
        TimeUnit.SECONDS.toMillis(READ_SECONDS_MAX));
    try {
      String answer = answers.readLine();
      if (answer == null && hangs.get()) {
        throw new HungException(
            "%s had not read for %d s: %s"
                .formatted(name, READ_SECONDS_MAX, ChildJvm.said(folder)));
      }
      if (answer == null) {
        throw new IOException("%s has ended: %s".formatted(name, ChildJvm.said(folder)));
      }
      return answer;
    } finally {
      timer.cancel();
    }
  }

  /** Ends it, whatever it is at. */
  @Override
  public void close() {
    try (child) {
      commands.close();
      child.process().waitFor(END_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      // It has ended by itself, with a command that it has not read.
    }
  }
}
