package io.evenkeel.redis;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;

/** One connection. Used by one thread; any other may cut it, which ends whatever it waits for. */
final class RedisLink {
  /** By one call of a socket: the JDK keeps memory of that size beside the heap for its thread. */
  static final int IO_BYTES_MAX = 512 * 1024;

  private final RedisAddress address;

  /** A channel's: it takes no proxy, and much at once, where a plain one takes 128 KiB. */
  private final Socket socket;

  private RespReader in;
  private RespWriter out;

  RedisLink(RedisAddress address) throws IOException {
    this.address = address;
    this.socket = SocketChannel.open().socket();
  }

  /** Connects and is let in. */
  void open(Duration timeout, RedisTls tls) throws IOException {
    int millis = (int) Math.min(Integer.MAX_VALUE, Math.max(1, timeout.toMillis()));
    InetSocketAddress to = new InetSocketAddress(address.host(), address.port());
    if (to.isUnresolved()) {
      throw new UnknownHostException("unknown host " + address.host());
    }
    socket.setTcpNoDelay(true);
    socket.connect(to, millis);
    socket.setSoTimeout(millis);
    Socket talking = address.tls() ? tls.over(socket, address) : socket;
    in = new RespReader(talking.getInputStream());
    out = new RespWriter(talking.getOutputStream());
    if (!address.password().isEmpty()) {
      login();
    }
    if (address.database() > 0) {
      ask(List.of(Command.of(RespReader::status, "SELECT", address.database())));
    }
    // From here on, requests have their own time limits, and cut.
    socket.setSoTimeout(0);
  }

  /** What is said of it has neither the user nor the password, which a server may echo. */
  private void login() throws IOException {
    Command.Reply ok = RespReader::status;
    try {
      ask(
          List.of(
              address.user().isEmpty()
                  ? Command.of(ok, "AUTH", address.password())
                  : Command.of(ok, "AUTH", address.user(), address.password())));
    } catch (RefusedException e) {
      throw new RefusedException(address.withoutLogin(e.getMessage()));
    }
  }

  /**
   * Sends commands together and takes all their replies.
   *
   * @throws RefusedException when the server refused one, the first of them; the others are carried
   *     out all the same
   */
  void ask(List<Command> commands) throws IOException {
    for (Command command : commands) {
      out.command(command);
    }
    out.flush();
    RefusedException refusal = null;
    for (Command command : commands) {
      try {
        command.reply().read(in);
      } catch (RefusedException e) {
        refusal = refusal == null ? e : refusal;
      }
    }
    if (refusal != null) {
      throw refusal;
    }
  }

  /** How much has been received so far. */
  long receivedBytes() {
    return in == null ? 0 : in.receivedBytes();
  }

  /** Never waits. */
  void cut() {
    try {
      // Not the secured one, whose close may wait to say farewell.
      socket.close();
    } catch (IOException e) {
      // It is of no more use either way.
    }
  }
}
