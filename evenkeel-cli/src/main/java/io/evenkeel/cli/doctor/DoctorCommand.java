package io.evenkeel.cli.doctor;

import io.evenkeel.cli.inspect.ManagerOption;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.command.Bounds;
import io.evenkeel.command.ByteSize;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.command.StopNotice;
import io.evenkeel.hadoop.CommandConfiguration;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel doctor}. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    header = "Whether Evenkeel works here, and what it did.",
    description = {
      "Whether Evenkeel works here, and what it did: looks at the clients' configuration, at the"
          + " NameNode, the DataNodes, the manager and the cache nodes, writes a small file, reads"
          + " it back and removes it. It ends with the verdict; status 0 says that nothing"
          + " failed, 1 that something did. Ctrl-C removes what was written, too, and says so."
    })
public final class DoctorCommand implements Callable<Integer> {
  private static final int TIMEOUT_SECONDS_MAX = 3600;
  private static final long PROBE_BYTES_MAX = 1L << 30;

  @Spec private CommandSpec spec;
  @Mixin private ManagerOption manager;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      defaultValue = "10",
      description = "How long each check may take. Default: ${DEFAULT-VALUE}.")
  private int timeoutSeconds;

  @Option(names = "--no-probe", description = "Write nothing.")
  private boolean withoutProbe;

  @Option(
      names = "--probe-folder",
      paramLabel = "FOLDER",
      description =
          "Where in HDFS to write; made if it is not there, and removed then. Default: a new folder"
              + " in /tmp.")
  private String probeFolder;

  @Option(
      names = "--probe-bytes",
      paramLabel = "BYTES",
      defaultValue = "4m",
      converter = ByteSize.class,
      description = "How much to write. Default: ${DEFAULT-VALUE}.")
  private long probeBytes;

  @Mixin private JsonOption json;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Bounds.require(spec, "--timeout", timeoutSeconds, 1, TIMEOUT_SECONDS_MAX);
    Bounds.requireBytes(spec, "--probe-bytes", probeBytes, 1, PROBE_BYTES_MAX);
    Results results = json.results();
    List<Finding> findings =
        findings(probeFolder(), finding -> results.say(DoctorReport.text(finding)));
    results.write(DoctorReport.lastText(findings), () -> DoctorReport.json(findings));
    return DoctorReport.works(findings) ? 0 : 1;
  }

  private List<Finding> findings(org.apache.hadoop.fs.Path folder, Consumer<Finding> told)
      throws InterruptedException {
    Scene scene;
    try {
      scene = scene(folder);
    } catch (IOException | RuntimeException e) {
      Finding unusable = SettingsCheck.unusable(e);
      told.accept(unusable);
      return List.of(unusable);
    }
    List<Check> checks = checks();
    Iterator<Check> next = checks.iterator();
    try (scene;
        ProgressLine progress = ProgressLine.onStderr()) {
      progress.say(looking(next));
      Consumer<Finding> each =
          finding -> {
            if (!scene.isStopped()) {
              progress.say("");
              told.accept(finding);
              progress.say(looking(next));
            }
          };
      return StopNotice.during(scene::stop, () -> Doctor.run(checks, scene, each));
    }
  }

  private static String looking(Iterator<Check> next) {
    return next.hasNext() ? "looking at " + next.next().name() : "";
  }

  /** In the order in which they depend on each other. */
  private List<Check> checks() {
    return List.of(
        new SettingsCheck(),
        new InUseCheck(),
        new HedgingCheck(),
        new VersionsCheck(spec.root().version()[0]),
        new ClassPathCheck(spec.root().version()[0]),
        new NameNodeCheck(),
        new DataNodesCheck(),
        new ManagerCheck(),
        new CacheNodesCheck(),
        new WriteCheck(),
        new ParityCheck(),
        new ReadCheck(),
        new StockReadCheck(),
        new CleanUpCheck(),
        new ReadAroundCheck());
  }

  private org.apache.hadoop.fs.Path probeFolder() {
    try {
      return probeFolder == null
          ? ProbeSettings.newFolder()
          : new org.apache.hadoop.fs.Path(probeFolder);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          spec.commandLine(), "--probe-folder takes a folder of HDFS: " + e.getMessage(), e);
    }
  }

  private Scene scene(org.apache.hadoop.fs.Path probe) throws IOException {
    Configuration conf = manager.configuration();
    manager
        .named()
        .ifPresent(uri -> conf.set(EvenkeelKeys.MANAGER_URI.name(), uri.toString(), "--manager"));
    CommandConfiguration.logInBy(conf);
    return new Scene(
        conf,
        manager.folder(),
        Duration.ofSeconds(timeoutSeconds),
        System.getenv(),
        new ProbeSettings(!withoutProbe, probe, probeBytes));
  }
}
