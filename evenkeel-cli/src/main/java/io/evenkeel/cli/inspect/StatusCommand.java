package io.evenkeel.cli.inspect;

import io.evenkeel.cli.StateFolder;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.http.HttpManagerClient;
import io.evenkeel.http.WireCodec;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code evenkeel status}. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "What the manager holds and believes: cached parity, hits, fills, cache nodes; storage nodes"
          + " with their service rates, what is queued there, and which of them are stragglers and"
          + " why."
    })
public final class StatusCommand implements Callable<Integer> {
  private static final String CLEAR_SCREEN = "\u001b[H\u001b[2J";
  private static final long PERIOD_SECONDS = 2;

  @Spec private CommandSpec spec;
  @Mixin private ManagerOption manager;

  @Option(names = "--json", description = "For programs; with --watch, one line each time.")
  private boolean json;

  @Option(names = "--watch", description = "Every 2 s, until Ctrl-C.")
  private boolean watch;

  @Override
  public Integer call() throws Exception {
    Configuration conf = manager.configuration(StateFolder.ofThisUser().evenkeelConfiguration());
    PrintWriter out = spec.commandLine().getOut();
    try (HttpManagerClient client = manager.client(conf)) {
      do {
        ManagerStatus status = ManagerOption.await(client::status);
        if (json) {
          out.println(new String(WireCodec.write(status), StandardCharsets.UTF_8));
        } else {
          out.print((watch ? CLEAR_SCREEN : "") + StatusText.of(manager.uri(conf), status));
          if (!client.wantsClientsOn()) {
            out.println("clients   are told to be OFF, by this manager's --off or --switch-file");
          }
        }
        out.flush();
        if (watch) {
          TimeUnit.SECONDS.sleep(PERIOD_SECONDS);
        }
      } while (watch);
    }
    return 0;
  }
}
