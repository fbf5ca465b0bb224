package io.evenkeel.cli.inspect;

import io.evenkeel.cli.cluster.StateFolder;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.port.Completion;
import io.evenkeel.core.port.Pending;
import io.evenkeel.hadoop.CommandConfiguration;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Option;

/** Which cluster a command is about: a Hadoop configuration, and the manager that it names. */
public final class ManagerOption {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final String DEFAULT_URI = "http://127.0.0.1:8460";

  @Option(
      names = "--manager",
      paramLabel = "URI",
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

  /** A call whose answer is waited for. */
  public interface Call<T> {
    Pending start(Completion<T> then);
  }

  /** Waits for an answer; what goes wrong says what to do. */
  public static <T> T await(Call<T> call) throws IOException {
    CompletableFuture<T> answer = new CompletableFuture<>();
    call.start(Completion.to(answer));
    try {
      return answer.get(2 * PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(
          e.getCause().getMessage()
              + "; is it running? Name another with --manager, or start one with"
              + " \"evenkeel manager\" or \"evenkeel cluster up\"",
          e.getCause());
    } catch (TimeoutException e) {
      throw new IOException("the manager did not answer", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw (IOException) new InterruptedIOException("interrupted").initCause(e);
    }
  }
}
