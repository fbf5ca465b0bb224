package io.evenkeel.cli.doctor;

import io.evenkeel.cli.inspect.StatusText;
import io.evenkeel.core.port.ManagerApi.LoadStatus;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeLoad;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/** What Evenkeel has done for the cluster so far, and which nodes are slow now. */
final class ReadAroundCheck implements Check {
  static final String NAME = "read around";
  private static final String AROUND = "clients have read around ";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(ManagerCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws IOException, InterruptedException {
    LoadStatus load;
    try (HttpManagerClient manager = scene.manager()) {
      load = scene.<ManagerStatus>await(manager::status).load();
    }
    String found =
        "%s%s; around %s"
            .formatted(AROUND, StatusText.redirected(load), StatusText.duplicated(load));
    String accused =
        load.nodes().stream()
            .filter(node -> !node.reason().isEmpty())
            .map(ReadAroundCheck::accused)
            .collect(Collectors.joining("\n"));
    Finding finding =
        accused.isEmpty()
            ? Finding.ok(NAME, found)
            : Finding.warning(
                NAME, found + "\n" + accused, "look after these nodes; reads go around stragglers");
    return finding.sayingInVerdict(hasHelped(load) ? AROUND + StatusText.redirected(load) : "");
  }

  private static boolean hasHelped(LoadStatus load) {
    return load.nodes().stream().anyMatch(node -> node.redirected().asks() > 0);
  }

  private static String accused(NodeLoad node) {
    return (node.straggler() ? "STRAGGLER " : "suspect ") + node.node() + ": " + node.reason();
  }
}
