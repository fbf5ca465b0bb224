package io.evenkeel.hadoop.fill;

import io.evenkeel.hadoop.CommandConfiguration;
import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.conf.Configuration;

/** The filler as a daemon. */
public final class FillerMain {
  private static final int BAD_ARGUMENTS = 2;
  private static final DateTimeFormatter LOG_TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss,SSS", Locale.ROOT);
  private static final int CANNOT_START = 1;

  private FillerMain() {}

  public static void main(String[] args) throws InterruptedException {
    try {
      FillerArguments arguments = FillerArguments.parse(args);
      if (arguments.help()) {
        System.out.print(FillerArguments.HELP);
        return;
      }
      run(arguments);
    } catch (IllegalArgumentException e) {
      System.err.println("evenkeel filler: " + e.getMessage());
      System.err.println("see `./evenkeel filler --help`");
      System.exit(BAD_ARGUMENTS);
    } catch (IOException e) {
      System.err.println("evenkeel filler: cannot start: " + e.getMessage());
      System.exit(CANNOT_START);
    }
  }

  private static void run(FillerArguments arguments) throws IOException, InterruptedException {
    try (Filler filler = Filler.start(configuration(arguments, System.getenv()), FillerMain::log)) {
      if (arguments.followEdits()) {
        filler.followEdits();
      }
      Runtime.getRuntime().addShutdownHook(new Thread(filler::close, "evenkeel-filler-close"));
      System.out.println("ready");
      System.out.flush();
      await(arguments.endOnStdinEof());
    }
  }

  /** The configuration, by which this process logs in to Hadoop from then on. */
  static Configuration configuration(FillerArguments arguments, Map<String, String> environment) {
    Configuration conf = arguments.configuration(environment);
    CommandConfiguration.logInBy(conf);
    return conf;
  }

  /** As the lines beside it look that come by log4j, which not every class path has set up. */
  private static void log(String line) {
    System.err.println(
        LocalDateTime.now(ZoneId.systemDefault()).format(LOG_TIME) + " INFO  Filler: " + line);
  }

  private static void await(boolean endOnStdinEof) throws IOException, InterruptedException {
    if (!endOnStdinEof) {
      new CountDownLatch(1).await();
    }
    byte[] ignored = new byte[256];
    while (System.in.read(ignored) >= 0) {
      // Only its end matters.
    }
  }
}
