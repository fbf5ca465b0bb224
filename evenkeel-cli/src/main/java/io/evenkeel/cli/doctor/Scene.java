package io.evenkeel.cli.doctor;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.command.Answers;
import io.evenkeel.command.StopNotice;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelSettings;
import io.evenkeel.http.HttpClientSettings;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeys;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;

/**
 * What the checks look at, and what earlier ones leave for later ones. Used by one check at a time.
 */
final class Scene implements AutoCloseable {
  private final Configuration conf;
  private final Optional<java.nio.file.Path> folder;
  private final Duration limit;
  private final Map<String, String> environment;
  private final ProbeSettings probeSettings;
  private volatile Optional<ProbeFile> probe = Optional.empty();
  private volatile boolean isStopped;
  private Optional<ManagerStatus> managerStatus = Optional.empty();
  private boolean isOff;
  private boolean isInSafeMode;

  /**
   * @param conf as clients have it
   * @param folder where it was read from; empty where nobody has said it
   * @param limit for each check
   * @param environment the process's variables
   */
  Scene(
      Configuration conf,
      Optional<java.nio.file.Path> folder,
      Duration limit,
      Map<String, String> environment,
      ProbeSettings probeSettings) {
    this.conf = conf;
    this.folder = folder;
    this.limit = limit;
    this.environment = Map.copyOf(environment);
    this.probeSettings = probeSettings;
  }

  Configuration conf() {
    return conf;
  }

  Optional<java.nio.file.Path> folder() {
    return folder;
  }

  Duration limit() {
    return limit;
  }

  /** For what is asked within a check, so that its own words come before the check's end. */
  Duration answerLimit() {
    return limit.multipliedBy(3).dividedBy(4);
  }

  Map<String, String> environment() {
    return environment;
  }

  /**
   * The client's settings.
   *
   * @throws IllegalArgumentException as the product says it, when a value cannot be used
   */
  ClientSettings settings() {
    return EvenkeelSettings.from(conf);
  }

  ProbeSettings probeSettings() {
    return probeSettings;
  }

  /** The file that was written; of checks that need one. */
  ProbeFile probe() {
    return probe.orElseThrow();
  }

  boolean hasProbe() {
    return probe.isPresent();
  }

  /**
   * From now on it is removed with this scene, whatever happens.
   *
   * @throws IOException when nothing more is to be written
   */
  synchronized void begin(ProbeFile newProbe) throws IOException {
    if (isStopped) {
      throw new IOException("nothing is written any more: the process is ending");
    }
    probe = Optional.of(newProbe);
  }

  /**
   * Removes what was written, for the process is ending: nothing is written from then on. Called
   * while a check runs.
   *
   * @return what is left, for people
   */
  String stop() {
    Optional<ProbeFile> begun;
    synchronized (this) {
      isStopped = true;
      begun = probe;
    }
    if (begun.isEmpty()) {
      return StopNotice.NOTHING;
    }
    ProbeFile left = begun.get();
    try {
      return BoundedCall.of(
          "stop", Duration.ofSeconds(ProbeFile.EXIT_SECONDS_MAX), left::endWithProcess);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return left.mayBeLeft();
    } catch (Exception e) {
      return left.mayBeLeft();
    }
  }

  /** Whether the process is ending: what then fails is nothing to tell of. */
  boolean isStopped() {
    return isStopped;
  }

  /** What the manager said last, if it did. */
  Optional<ManagerStatus> managerStatus() {
    return managerStatus;
  }

  void heard(ManagerStatus status) {
    managerStatus = Optional.of(status);
  }

  /** Whether the configuration, or somebody as far as checks have seen, switches Evenkeel off. */
  boolean isOff() {
    return isOff || EvenkeelSettings.isOff(conf);
  }

  void switchedOff() {
    isOff = true;
  }

  /** Whether the NameNode takes no writes, as far as checks have seen. */
  boolean isInSafeMode() {
    return isInSafeMode;
  }

  void foundInSafeMode() {
    isInSafeMode = true;
  }

  /** The HDFS that is looked at: that of the probe's folder, or else the configuration's. */
  URI hdfs() {
    URI named = probeSettings.folder().toUri();
    return named.getScheme() == null ? FileSystem.getDefaultUri(conf) : named;
  }

  /**
   * A new file system, in no cache.
   *
   * @param type the class to use, whatever the configuration names
   */
  <T extends DistributedFileSystem> T newFileSystem(Class<T> type) throws IOException {
    Configuration own = bounded();
    own.setClass(EvenkeelFileSystem.CLASS_KEY, type, FileSystem.class);
    return type.cast(FileSystem.newInstance(hdfs(), own));
  }

  /** The configuration with calls that end by themselves, and no pool of hedged reads. */
  Configuration bounded() {
    Configuration own = new Configuration(conf);
    int millis = Math.toIntExact(answerLimit().toMillis());
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_TIMEOUT_KEY, millis);
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_ON_SOCKET_TIMEOUTS_KEY, 0);
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_CONNECT_MAX_RETRIES_KEY, 1);
    own.setInt(CommonConfigurationKeys.IPC_CLIENT_RPC_TIMEOUT_KEY, millis);
    // The pool would stay for as long as the process.
    own.setInt(HdfsClientConfigKeys.HedgedRead.THREADPOOL_SIZE_KEY, 0);
    return own;
  }

  /** A client of the manager that the settings name. */
  HttpManagerClient manager() {
    return new HttpManagerClient(
        HttpClientSettings.of(URI.create(settings().managerUri()))
            .withTimes(answerLimit(), Duration.ofMillis(1)));
  }

  /** Waits for an answer, for as long as whoever is asked lets one wait. */
  <T> T await(Answers.Call<T> call) throws IOException {
    return Answers.await(call, answerLimit().multipliedBy(2));
  }

  /** A path of the HDFS that is looked at, for people. */
  static String shown(Path path) {
    return path.toUri().getPath();
  }

  /** Removes what was written and is there still; waits no longer than a check may take. */
  @Override
  public void close() {
    if (probe.isEmpty()) {
      return;
    }
    ProbeFile left = probe.get();
    try {
      BoundedCall.of(
          "end",
          limit,
          () -> {
            left.close();
            return null;
          });
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // Whether something is left is the last check's to say.
    }
  }
}
