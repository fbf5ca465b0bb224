package io.evenkeel.cli.bench.reads;

import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.SocketFactory;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.NameNodeProxiesClient;
import org.apache.hadoop.hdfs.protocol.proto.ClientNamenodeProtocolProtos.GetBlockLocationsResponseProto;
import org.apache.hadoop.hdfs.protocolPB.ClientNamenodeProtocolPB;
import org.apache.hadoop.io.retry.RetryPolicy;
import org.apache.hadoop.ipc.AlignmentContext;
import org.apache.hadoop.ipc.Client;
import org.apache.hadoop.ipc.ProtobufRpcEngine2;
import org.apache.hadoop.ipc.ProtocolProxy;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.ipc.RpcInvocationHandler;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * Hadoop's way to call a NameNode, which counts the calls of this process and the blocks that were
 * located for it, whichever client asked.
 */
public final class CountingRpcEngine extends ProtobufRpcEngine2 {
  private static final URI NOWHERE = URI.create("hdfs://127.0.0.1:1");
  private static final AtomicLong CALLS = new AtomicLong();
  private static final AtomicLong LOCATED_BLOCKS = new AtomicLong();

  /** Since {@link #install()}. */
  record Counts(long calls, long locatedBlocks) {
    Counts minus(Counts earlier) {
      return new Counts(calls - earlier.calls, locatedBlocks - earlier.locatedBlocks);
    }
  }

  /**
   * Makes it the engine of all NameNode clients of this JVM. Hadoop keeps the first engine that is
   * used for a protocol, so this comes before the first client.
   */
  static void install() throws IOException {
    Configuration conf = new Configuration();
    conf.setClass(
        "rpc.engine." + ClientNamenodeProtocolPB.class.getName(),
        CountingRpcEngine.class,
        ProtobufRpcEngine2.class);
    RPC.stopProxy(
        NameNodeProxiesClient.createProxyWithClientProtocol(conf, NOWHERE, new AtomicBoolean())
            .getProxy());
  }

  static Counts counts() {
    return new Counts(CALLS.get(), LOCATED_BLOCKS.get());
  }

  @Override
  public <T> ProtocolProxy<T> getProxy(
      Class<T> protocol,
      long clientVersion,
      InetSocketAddress address,
      UserGroupInformation ticket,
      Configuration conf,
      SocketFactory factory,
      int rpcTimeout,
      RetryPolicy retryPolicy,
      AtomicBoolean fallbackToSimpleAuth,
      AlignmentContext alignmentContext)
      throws IOException {
    T stock =
        super.getProxy(
                protocol,
                clientVersion,
                address,
                ticket,
                conf,
                factory,
                rpcTimeout,
                retryPolicy,
                fallbackToSimpleAuth,
                alignmentContext)
            .getProxy();
    RpcInvocationHandler handler = (RpcInvocationHandler) Proxy.getInvocationHandler(stock);
    Object counting =
        Proxy.newProxyInstance(
            protocol.getClassLoader(), new Class<?>[] {protocol}, new Counting(handler));
    return new ProtocolProxy<>(protocol, protocol.cast(counting), false);
  }

  private record Counting(RpcInvocationHandler stock) implements RpcInvocationHandler {
    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
      Object answer = stock.invoke(proxy, method, arguments);
      CALLS.incrementAndGet();
      if (answer instanceof GetBlockLocationsResponseProto located) {
        LOCATED_BLOCKS.addAndGet(located.getLocations().getBlocksCount());
      }
      return answer;
    }

    @Override
    public Client.ConnectionId getConnectionId() {
      return stock.getConnectionId();
    }

    @Override
    public void close() throws IOException {
      stock.close();
    }
  }
}
