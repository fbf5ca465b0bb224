package io.evenkeel.cli.cluster;

import io.evenkeel.cluster.LocalCluster;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;

/** What can be done to any one node. */
enum NodeAction {
  STOP("is stopped: it accepts connections and serves nothing") {
    @Override
    void apply(LocalCluster cluster, NodeName node) throws IOException {
      switch (node.kind()) {
        case DATANODE -> cluster.stop(node.index());
        case REDIS -> cluster.stopRedis(node.index());
        case MANAGER -> cluster.stopManager();
      }
    }
  },
  RESUME("runs on") {
    @Override
    void apply(LocalCluster cluster, NodeName node) throws IOException {
      switch (node.kind()) {
        case DATANODE -> cluster.resume(node.index());
        case REDIS -> cluster.resumeRedis(node.index());
        case MANAGER -> cluster.resumeManager();
      }
    }
  },
  KILL("is dead") {
    @Override
    void apply(LocalCluster cluster, NodeName node) throws IOException {
      switch (node.kind()) {
        case DATANODE -> cluster.kill(node.index());
        case REDIS -> cluster.killRedis(node.index());
        case MANAGER -> cluster.killManager();
      }
    }
  },
  RESTART("is up again") {
    @Override
    void apply(LocalCluster cluster, NodeName node) throws IOException {
      switch (node.kind()) {
        case DATANODE -> cluster.restartDataNode(node.index());
        case REDIS -> cluster.restartRedis(node.index());
        case MANAGER -> cluster.restartManager();
      }
    }
  };

  private final String done;

  NodeAction(String done) {
    this.done = done;
  }

  abstract void apply(LocalCluster cluster, NodeName node) throws IOException;

  /** What the node is after the action. */
  String done() {
    return done;
  }

  String verb() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<NodeAction> of(String verb) {
    for (NodeAction action : values()) {
      if (action.verb().equals(verb)) {
        return Optional.of(action);
      }
    }
    return Optional.empty();
  }
}
