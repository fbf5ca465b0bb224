package io.evenkeel.cli.doctor;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
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

/**
 * Whether this machine reaches the DataNodes, where blocks are read from and written to, and they
 * answer: one that hangs takes connections all the same.
 */
final class DataNodesCheck implements Check {
  static final String NAME = "DataNodes";

  /** Of a larger cluster so many are tried. */
  static final int TRIED_MAX = 50;

  private static final int THREADS = 25;
  private static final long ANSWER_MILLIS_MAX = 2000;
  private static final int NAMED_MAX = 5;

  /** What comes of trying a DataNode. */
  enum Reach {
    ANSWERS,
    SILENT,
    AWAY
  }

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
      return Finding.leftOut(
          NAME,
          "the NameNode names them to superusers only; those that the probe is written to are tried"
              + " by it");
    }
    if (live.length == 0) {
      return Finding.failed(
          NAME, "none is live, %d are dead".formatted(dead), "start them: blocks are nowhere else");
    }
    List<String> addresses = addresses(live, scene.conf());
    Map<Reach, List<String>> by = reached(addresses, scene);
    return finding(live.length, dead, by);
  }

  /**
   * What it means.
   *
   * @param by the addresses that were tried, by what came of it
   */
  static Finding finding(int live, int dead, Map<Reach, List<String>> by) {
    int tried = by.values().stream().mapToInt(List::size).sum();
    String found = found(live, dead, by, tried);
    if (by.get(Reach.ANSWERS).size() == tried) {
      return Finding.ok(NAME, found);
    }
    return by.get(Reach.ANSWERS).isEmpty()
        ? Finding.failed(NAME, found, advice(by))
        : Finding.warning(NAME, found, advice(by));
  }

  private static String advice(Map<Reach, List<String>> by) {
    List<String> advice = new ArrayList<>();
    if (!by.get(Reach.SILENT).isEmpty()) {
      advice.add(
          named(by.get(Reach.SILENT))
              + " took the connection and did not answer: what hangs is read around where there is"
              + " another way, and writes to it hang");
    }
    if (!by.get(Reach.AWAY).isEmpty()) {
      advice.add(
          "no connection to "
              + named(by.get(Reach.AWAY))
              + ": see that clients may reach their ports, and by which address"
              + " (dfs.client.use.datanode.hostname)");
    }
    return String.join("; ", advice);
  }

  private static String named(List<String> addresses) {
    return String.join(", ", addresses.subList(0, Math.min(NAMED_MAX, addresses.size())))
        + (addresses.size() > NAMED_MAX ? ", ..." : "");
  }

  private static String found(int live, int dead, Map<Reach, List<String>> by, int tried) {
    StringBuilder text = new StringBuilder("%d live, %d dead; ".formatted(live, dead));
    if (tried < live) {
      text.append("of %d that were tried ".formatted(tried));
    }
    int answer = by.get(Reach.ANSWERS).size();
    text.append(answer == tried ? "all answer" : answer + " answer").append(" here");
    if (!by.get(Reach.SILENT).isEmpty()) {
      text.append(", %d hang".formatted(by.get(Reach.SILENT).size()));
    }
    if (!by.get(Reach.AWAY).isEmpty()) {
      text.append(", %d are not reached".formatted(by.get(Reach.AWAY).size()));
    }
    return text.toString();
  }

  private static List<String> addresses(DatanodeInfo[] live, Configuration conf) {
    boolean byName =
        conf.getBoolean(
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME,
            HdfsClientConfigKeys.DFS_CLIENT_USE_DN_HOSTNAME_DEFAULT);
    return Stream.of(live).limit(TRIED_MAX).map(node -> node.getXferAddr(byName)).toList();
  }

  private static Map<Reach, List<String>> reached(List<String> addresses, Scene scene)
      throws InterruptedException {
    int perThread = (addresses.size() + THREADS - 1) / THREADS;
    // A connection and an answer.
    int millis =
        (int) Math.min(ANSWER_MILLIS_MAX, scene.answerLimit().toMillis() / (2 * perThread + 1));
    ExecutorService threads =
        Executors.newFixedThreadPool(
            THREADS,
            task -> {
              Thread thread = new Thread(task, "evenkeel-doctor-connect");
              thread.setDaemon(true);
              return thread;
            });
    try {
      List<Callable<Reach>> calls = new ArrayList<>();
      for (String address : addresses) {
        calls.add(() -> reach(address, millis, scene.conf()));
      }
      List<Future<Reach>> answers =
          threads.invokeAll(calls, scene.answerLimit().toMillis(), TimeUnit.MILLISECONDS);
      Map<Reach, List<String>> by = new EnumMap<>(Reach.class);
      for (Reach reach : Reach.values()) {
        by.put(reach, new ArrayList<>());
      }
      for (int i = 0; i < answers.size(); i++) {
        by.get(found(answers.get(i))).add(addresses.get(i));
      }
      return by;
    } finally {
      threads.shutdownNow();
    }
  }

  private static Reach found(Future<Reach> answer) throws InterruptedException {
    try {
      return answer.get();
    } catch (CancellationException | ExecutionException e) {
      return Reach.AWAY;
    }
  }

  /**
   * Says nothing and that nothing more will come, as a client does that has no more to ask: a
   * DataNode closes such a connection; one that encrypts transfers or has them authenticated
   * mentions it in its log.
   */
  static Reach reach(String address, int millis, Configuration conf) throws IOException {
    try (Socket socket = NetUtils.getDefaultSocketFactory(conf).createSocket()) {
      InetSocketAddress to = NetUtils.createSocketAddr(address);
      NetUtils.connect(socket, to, millis);
      socket.setSoTimeout(millis);
      return answers(socket) ? Reach.ANSWERS : Reach.SILENT;
    }
  }

  private static boolean answers(Socket socket) {
    try {
      socket.shutdownOutput();
      // Its end, as a rule; whatever it is, somebody is there.
      return socket.getInputStream().read() >= -1;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (IOException e) {
      return true;
    }
  }
}
