package io.evenkeel.cli.doctor;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.redis.RedisNodeStore;
import io.evenkeel.redis.RedisSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether each Redis server lets a client read, and is set up as a cache node. */
final class CacheNodesCheck implements Check {
  static final String NAME = "cache nodes";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(SettingsCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws InterruptedException {
    if (scene.isOff()) {
      return Finding.leftOut(NAME, "Evenkeel is off");
    }
    ClientSettings settings = scene.settings();
    String key = EvenkeelKeys.REDIS_NODES.name();
    if (settings.redisNodes().isEmpty()) {
      String none = key + " is not set: no parity is cached, none is needed to run";
      List<String> forgotten = unlike(scene.managerStatus(), List.of());
      return forgotten.isEmpty()
          ? Finding.leftOut(NAME, none)
          : Finding.warning(NAME, none, String.join("\n", forgotten));
    }
    RedisSettings redis =
        RedisSettings.of(settings.redisNodes())
            .withAuthorities(settings.redisTlsCa())
            .withTimes(scene.answerLimit(), scene.answerLimit(), Duration.ofMillis(1));
    List<String> found = new ArrayList<>();
    boolean all = true;
    List<String> doubts = new ArrayList<>();
    try (RedisNodeStore store = new RedisNodeStore(redis)) {
      List<AskedNode> asked =
          store.nodes().stream().map(node -> AskedNode.start(store, node)).toList();
      for (AskedNode node : asked) {
        node.await();
        found.add(node.found());
        all &= node.reads();
        doubts.addAll(node.doubts(capacity(scene, node.id()), settings.redisTimeout()));
      }
      doubts.addAll(unlike(scene.managerStatus(), store.nodes()));
    }
    String lines = String.join("\n", found);
    if (!all) {
      return Finding.failed(
          NAME,
          lines,
          "see that all of " + key + " run and let clients in; else no parity is there");
    }
    return doubts.isEmpty()
        ? Finding.ok(NAME, lines)
        : Finding.warning(NAME, lines, String.join("\n", doubts));
  }

  /** What the manager may store on a node; 0 where that is not known. */
  private static long capacity(Scene scene, NodeId node) {
    return scene.managerStatus().stream()
        .flatMap(status -> status.nodes().stream())
        .filter(known -> known.node().equals(node))
        .mapToLong(NodeStatus::capacityBytes)
        .findFirst()
        .orElse(0);
  }

  /** A node is found by its name: both sides must say the same one. */
  private static List<String> unlike(Optional<ManagerStatus> manager, List<NodeId> ours) {
    if (manager.isEmpty()) {
      return List.of();
    }
    Set<NodeId> missing = new HashSet<>();
    manager.get().nodes().forEach(node -> missing.add(node.node()));
    ours.forEach(missing::remove);
    return missing.stream()
        .sorted()
        .map(
            node ->
                "the manager stores on %s, too, which %s does not name so: its parity is not read here"
                    .formatted(node, EvenkeelKeys.REDIS_NODES.name()))
        .toList();
  }
}
