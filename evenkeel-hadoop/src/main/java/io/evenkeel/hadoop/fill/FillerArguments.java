package io.evenkeel.hadoop.fill;

import io.evenkeel.hadoop.CommandConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/**
 * The daemon's command line; read by hand, for it is in the clients' jar, which is to have no
 * library for it.
 */
record FillerArguments(
    boolean help,
    boolean endOnStdinEof,
    boolean followEdits,
    List<Path> sources,
    Map<String, String> values) {
  private static final String CONF = "--conf";
  private static final String DEFINE = "-D";

  static final String HELP =
      """
      Usage: evenkeel filler [OPTION...]

      Makes the parity that the manager wants in the cache and that no reader happens
      to make.

        --conf=FOLDER       a folder with core-site.xml and hdfs-site.xml, or a
                            single Hadoop configuration file; any number of them.
                            Without any, the folder of HADOOP_CONF_DIR; what is on
                            the class path is read anyway
        -D KEY=VALUE        a configuration value; any number of them, the last word
        --follow-edits      follow HDFS's edit events, as a superuser, and have the
                            parity of files that any client deletes or truncates
                            given up
        --end-on-stdin-eof  stop when standard input ends
        -h, --help          this

      Needed are fs.defaultFS (hdfs://HOST:PORT), evenkeel.manager.uri
      (http://HOST:8460) and evenkeel.redis.nodes (HOST:PORT,HOST:PORT); evenkeel.code
      and evenkeel.subblock.bytes as the readers have them. The user that runs it must
      be allowed to read the files. Prints 'ready' when it asks for orders; stops in
      order at SIGTERM.
      """;

  FillerArguments {
    sources = List.copyOf(sources);
    values = new LinkedHashMap<>(values);
  }

  /** Reads a command line; what is wrong with it is an {@link IllegalArgumentException}. */
  static FillerArguments parse(String... args) {
    boolean help = false;
    boolean endOnStdinEof = false;
    boolean followEdits = false;
    List<Path> sources = new ArrayList<>();
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "-h", "--help" -> help = true;
        case "--end-on-stdin-eof" -> endOnStdinEof = true;
        case "--follow-edits" -> followEdits = true;
        case CONF -> sources.add(Path.of(valueOf(args, i++)));
        case DEFINE -> put(values, valueOf(args, i++));
        default -> {
          if (args[i].startsWith(CONF + "=")) {
            sources.add(Path.of(args[i].substring(CONF.length() + 1)));
          } else if (args[i].startsWith(DEFINE)) {
            put(values, args[i].substring(DEFINE.length()));
          } else {
            // What comes after it may be a password.
            throw new IllegalArgumentException(
                "there is no option '" + args[i].split("=", 2)[0] + "'");
          }
        }
      }
    }
    return new FillerArguments(help, endOnStdinEof, followEdits, sources, values);
  }

  private static String valueOf(String[] args, int at) {
    if (at + 1 == args.length) {
      throw new IllegalArgumentException(args[at] + " needs a value");
    }
    return args[at + 1];
  }

  private static void put(Map<String, String> values, String assignment) {
    int equals = assignment.indexOf('=');
    if (equals <= 0) {
      throw new IllegalArgumentException("-D takes KEY=VALUE, and got none");
    }
    values.put(assignment.substring(0, equals), assignment.substring(equals + 1));
  }

  /**
   * The configuration that they describe.
   *
   * @param environment the process's variables
   * @throws IllegalArgumentException a file that cannot be read or understood
   */
  Configuration configuration(Map<String, String> environment) {
    Configuration conf = new HdfsConfiguration();
    sources.forEach(source -> add(conf, CONF, source));
    String variable = CommandConfiguration.FOLDER_VARIABLE;
    String usual = environment.getOrDefault(variable, "");
    if (sources.isEmpty() && !usual.isEmpty()) {
      add(conf, variable, Path.of(usual));
    }
    try {
      // Files are read when somebody first asks.
      values.forEach(conf::set);
      conf.size();
    } catch (RuntimeException e) {
      String parser = e.getCause() == null ? e.toString() : e.getCause().getMessage();
      throw new IllegalArgumentException(
          "the configuration cannot be read: " + String.valueOf(parser).replaceAll("\\s+", " "), e);
    }
    return conf;
  }

  private static void add(Configuration conf, String name, Path source) {
    if (Files.isDirectory(source)) {
      try {
        CommandConfiguration.addFolder(conf, source);
      } catch (IOException e) {
        throw new IllegalArgumentException(name + ": " + e.getMessage(), e);
      }
    } else if (Files.isReadable(source)) {
      conf.addResource(new org.apache.hadoop.fs.Path(source.toUri()));
    } else {
      throw new IllegalArgumentException(name + ": " + source + " cannot be read");
    }
  }
}
