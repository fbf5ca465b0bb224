package io.evenkeel.cli.inspect;

import io.evenkeel.cli.cluster.StateFolder;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.command.Answers;
import io.evenkeel.hadoop.CommandConfiguration;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Which cluster a command is about: a Hadoop configuration, and the manager that it names. */
public final class ManagerOption {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String DEFAULT_URI = "http://127.0.0.1:8460";

  @Option(
      names = "--manager",
      paramLabel = "URI",
      converter = Named.class,
      description =
          "The manager. Default: the configuration's evenkeel.manager.uri; without a configuration "
              + DEFAULT_URI
              + ".")
  private URI manager;

  @Option(
      names = "--conf",
      paramLabel = "FOLDER",
      description =
          "A folder with core-site.xml and hdfs-site.xml. Default: HADOOP_CONF_DIR, or else that of"
              + " the cluster of \"evenkeel cluster up\".")
  private Path folder;

  /** What the configuration was read from; null where there is none. */
  private Path from;

  /** As in the configuration, or {@code HOST:PORT} alone. */
  static final class Named implements ITypeConverter<URI> {
    private static final Pattern HOST_AND_PORT = Pattern.compile("[^/:@]+:\\d+");

    @Override
    public URI convert(String text) {
      String uri = HOST_AND_PORT.matcher(text).matches() ? "http://" + text : text;
      try {
        return HttpClientSettings.named(uri).uri();
      } catch (IllegalArgumentException e) {
        throw (TypeConversionException) new TypeConversionException(e.getMessage()).initCause(e);
      }
    }
  }

  /** The clients' configuration. */
  public Configuration configuration() throws IOException {
    Configuration conf = new Configuration();
    from = folder().orElse(null);
    if (from == null) {
      return conf;
    }
    CommandConfiguration.addFolder(conf, from);
    return conf;
  }

  /** Where the clients' configuration is; empty where nobody has said it. */
  public Optional<Path> folder() throws IOException {
    return chosen(
        folder, System.getenv(CommandConfiguration.FOLDER_VARIABLE), StateFolder.ofThisUser());
  }

  /** What was said comes before what happens to run. */
  static Optional<Path> chosen(Path option, String variable, StateFolder cluster)
      throws IOException {
    if (option != null) {
      return Optional.of(option);
    }
    if (variable != null && !variable.isEmpty()) {
      return Optional.of(Path.of(variable));
    }
    return cluster.configurationOfCluster();
  }

  /** The manager of {@code --manager}; empty where only the configuration may name one. */
  public Optional<URI> named() {
    return Optional.ofNullable(manager);
  }

  /** Whether anybody has said where a manager is. */
  boolean isNamed(Configuration conf) {
    return manager != null || !configured(conf).isEmpty();
  }

  /**
   * Where the manager is, without a login: none is asked for.
   *
   * @throws IOException where a configuration names none: nobody means another one then
   */
  URI uri(Configuration conf) throws IOException {
    return settings(conf).uri();
  }

  /** Whatever else may be wrong in it, as a password that this user cannot read. */
  private static String configured(Configuration conf) {
    return conf.getTrimmed(EvenkeelKeys.MANAGER_URI.name(), "");
  }

  private HttpClientSettings settings(Configuration conf) throws IOException {
    if (manager != null) {
      return HttpClientSettings.of(manager);
    }
    String configured = configured(conf);
    if (configured.isEmpty() && from != null) {
      throw new IOException(
          "no manager is configured (evenkeel.manager.uri in "
              + from
              + "); name one with --manager=http://HOST:8460");
    }
    return HttpClientSettings.named(configured.isEmpty() ? DEFAULT_URI : configured);
  }

  HttpManagerClient client(Configuration conf) throws IOException {
    return new HttpManagerClient(settings(conf).withTimes(PATIENCE, Duration.ofMillis(1)));
  }

  /** Waits for an answer of the manager; what goes wrong says what to do. */
  public static <T> T await(Answers.Call<T> call) throws IOException {
    try {
      return Answers.await(call, PATIENCE.multipliedBy(2));
    } catch (InterruptedIOException e) {
      throw e;
    } catch (IOException e) {
      throw new IOException(
          e.getMessage()
              + "; is it running? Name another with --manager, or start one with"
              + " \"evenkeel manager\" or \"evenkeel cluster up\"",
          e);
    }
  }
}
