package io.evenkeel.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.hdfs.client.HdfsClientConfigKeys;
import org.apache.hadoop.hdfs.protocol.DatanodeInfo;
import org.apache.hadoop.hdfs.protocol.HdfsConstants.DatanodeReportType;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hadoop.net.NetUtils;
import org.apache.hadoop.security.AccessControlException;

/** Whether this machine reaches the DataNodes, where blocks are read from and written to. */
final class DataNodesCheck implements Check {
  static final String NAME = "DataNodes";

  /** Of a larger cluster so many are tried. */
  static final int TRIED_MAX = 50;

  private static final int THREADS = 25;
  private static final long CONNECT_MILLIS_MAX = 2000;
  private static final int NAMED_MAX = 5;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(NameNodeCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws IOException, InterruptedException {
    DatanodeInfo[] live;
    int dead;
    try (DistributedFileSystem stock = scene.newFileSystem(DistributedFileSystem.class)) {
      live = stock.getDataNodeStats(DatanodeReportType.LIVE);
      dead = stock.getDataNodeStats(DatanodeReportType.DEAD).length;
    } catch (RemoteException e) {
      if (!(e.unwrapRemoteException() instanceof AccessControlException)) {
        throw e;
      }
      return Finding.notAsked(
          NAME,
          "the NameNode names them to superusers only; those that the probe is written to are tried"
              + " by it");
    }
    if (live.length == 0) {
      return Finding.failed(
          NAME, "none is live, %d are dead".formatted(dead), "start them: blocks are nowhere else");
    }
    List<String> addresses = addresses(live, scene.conf());
    List<String> away = unreached(addresses, scene);
    String found = found(live.length, dead, addresses.size(), away.size());
    if (away.isEmpty()) {
      return Finding.ok(NAME, found);
    }
    String named =
        String.join(", ", away.subList(0, Math.min(NAMED_MAX, away.size())))
            + (away.size() > NAMED_MAX ? ", ..." : "");
    String advice =
        "no connection to "
            + named
            + ": see that clients may reach their ports, and by which address"
            + " (dfs.client.use.datanode.hostname)";
    return away.size() == addresses.size()
        ? Finding.failed(NAME, found, advice)
        : Finding.warning(NAME, found, advice);
  }

  private static String found(int live, int dead, int tried, int away) {
    return "%d live, %d dead; %s %s from here"
        .formatted(
            live,
            dead,
            tried == live ? "" : "of " + tried + " that were tried ",
            away == 0 ? "all are reached" : (tried - away) + " are reached, " + away + " are not")
        .replace("  ", " ");
  }

  private static List<String> addresses(DatanodeInfo[] live, Configuration conf) {
    boolean byName =
        conf.getBoolean(
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT);
    return Stream.of(live).limit(TRIED_MAX).map(node -> node.getXferAddr(byName)).toList();
  }

  private static List<String> unreached(List<String> addresses, Scene scene)
      throws InterruptedException {
    int perThread = (addresses.size() + THREADS - 1) / THREADS;
    int millis =
        (int) Math.min(CONNECT_MILLIS_MAX, scene.answerLimit().toMillis() / (perThread + 1));
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "evenkeel-doctor-connect");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Callable<Boolean>> calls = new ArrayList<>();
      for (String address : addresses) {
        calls.add(() -> connects(address, millis, scene.conf()));
      }
      List<Future<Boolean>> answers =
          threads.invokeAll(calls, scene.answerLimit().toMillis(), TimeUnit.MILLISECONDS);
      List<String> away = new ArrayList<>();
      for (int i = 0; i < answers.size(); i++) {
        if (answers.get(i).isCancelled() || !isTrue(answers.get(i))) {
          away.add(addresses.get(i));
        }
      }
      return away;
    } finally {
      threads.shutdownNow();
    }
  }

  private static boolean isTrue(Future<Boolean> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (ExecutionException e) {
      return false;
    }
  }

  private static boolean connects(String address, int millis, Configuration conf)
      throws IOException {
    try (Socket socket = NetUtils.getDefaultSocketFactory(conf).createSocket()) {
      InetSocketAddress to = NetUtils.createSocketAddr(address);
      NetUtils.connect(socket, to, millis);
      return true;
    }
  }
}
