package io.evenkeel.faults;

import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.testing.store.RawRedis;
import java.io.IOException;
import java.util.List;

/**
 * Something that goes wrong, and how it is put right. Faults of cache nodes are of all of them:
 * then it does not matter which one holds what is asked next.
 */
enum Fault {
  REDIS_KILLED {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      for (int server = 0; server < cluster.redisAddresses().size(); server++) {
        cluster.killRedis(server);
      }
    }

    @Override
    void recover(LocalCluster cluster, int node) throws IOException {
      for (int server = 0; server < cluster.redisAddresses().size(); server++) {
        cluster.restartRedis(server);
      }
    }
  },
  REDIS_HUNG {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      for (int server = 0; server < cluster.redisAddresses().size(); server++) {
        cluster.stopRedis(server);
      }
    }

    @Override
    void recover(LocalCluster cluster, int node) throws IOException {
      for (int server = 0; server < cluster.redisAddresses().size(); server++) {
        cluster.resumeRedis(server);
      }
    }
  },
  REDIS_FLUSHED {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      for (String address : cluster.redisAddresses()) {
        try (RawRedis redis = new RawRedis(address)) {
          redis.run("FLUSHALL");
        }
      }
    }
  },
  VALUES_CORRUPTED {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      for (String address : cluster.redisAddresses()) {
        try (RawRedis redis = new RawRedis(address)) {
          for (String key : redis.bodyKeys()) {
            redis.run("SETRANGE " + key + " 777 wrong");
          }
        }
      }
    }
  },
  VALUES_CUT_OFF {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      for (String address : cluster.redisAddresses()) {
        try (RawRedis redis = new RawRedis(address)) {
          for (String key : redis.bodyKeys()) {
            redis.run("SET " + key + " short");
          }
        }
      }
    }
  },
  KEYS_DELETED {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      for (String address : cluster.redisAddresses()) {
        try (RawRedis redis = new RawRedis(address)) {
          List<String> keys = redis.bodyKeys();
          for (int i = 0; i < keys.size(); i += 2) {
            redis.run("DEL " + keys.get(i));
          }
        }
      }
    }
  },
  MANAGER_KILLED {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      cluster.killManager();
    }

    @Override
    void recover(LocalCluster cluster, int node) throws IOException {
      cluster.restartManager();
    }
  },
  MANAGER_HUNG {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      cluster.stopManager();
    }

    @Override
    void recover(LocalCluster cluster, int node) throws IOException {
      cluster.resumeManager();
    }
  },
  DATANODE_HUNG {
    @Override
    void apply(LocalCluster cluster, int node) throws IOException {
      cluster.stop(node);
    }

    @Override
    void recover(LocalCluster cluster, int node) throws IOException {
      cluster.resume(node);
    }
  };

  /**
   * Makes it happen.
   *
   * @param node the DataNode that a fault of one is about
   */
  abstract void apply(LocalCluster cluster, int node) throws IOException;

  /** Ends it; what was lost stays lost. */
  void recover(LocalCluster cluster, int node) throws IOException {}
}
