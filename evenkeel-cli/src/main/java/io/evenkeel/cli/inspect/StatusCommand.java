package io.evenkeel.cli.inspect;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.evenkeel.command.JsonOption;
import io.evenkeel.command.ProgressLine;
import io.evenkeel.command.Results;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.http.WireCodec;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code evenkeel status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    header = "What the manager holds and believes.",
    description = {
      "What the manager holds and believes: cached parity, hits, fills, cache nodes; storage nodes"
          + " with their service rates, what is queued there, and which of them are stragglers and"
          + " why."
    })
public final class StatusCommand implements Callable<Integer> {
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";
  private static final long PERIOD_SECONDS = 2;

  private CommandSpec spec;
  @Mixin private ManagerOption manager;

  @Mixin private JsonOption json;

  @Option(
      names = "--watch",
      description = "Every 2 s, until Ctrl-C; with --json a line each time, and no FILE.")
  private boolean watch;

  @Spec
  void of(CommandSpec own) {
    spec = own;
    own.usageMessage().footer(StatusWord.footer());
  }

  @Override
  public Integer call() throws Exception {
    if (watch && json.file().isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--watch takes --json without a FILE, got " + json.file().get());
    }
    Results results = json.results();
    Configuration conf = manager.configuration();
    URI uri = manager.uri(conf);
    try (HttpManagerClient client = manager.client(conf)) {
      do {
        ManagerStatus status = asked(uri, client);
        String text = StatusText.of(uri, status, client.wantsClientsOn());
        results.write(watch ? CLEAR_SCREEN + text : text, () -> json(status));
        if (watch) {
          TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
        }
      } while (watch);
    }
    return 0;
  }

  /** As programs get it elsewhere; one line where it is said again and again. */
  private String json(ManagerStatus status) throws IOException {
    byte[] line = WireCodec.write(status);
    return watch
        ? new String(line, StandardCharsets.UTF_8)
        : new ObjectMapper().readTree(line).toPrettyString();
  }

  private static ManagerStatus asked(URI uri, HttpManagerClient client) throws IOException {
    try (ProgressLine progress = ProgressLine.onStderr()) {
      progress.say("asking the manager at " + uri);
      return ManagerOption.await(client::status);
    }
  }
}
