package io.evenkeel.redis;

import java.io.IOException;
import java.util.List;

/**
 * One command and what takes its reply.
 *
 * @param words text, or byte buffers whose content is sent as it is; sent again where a connection
 *     turns out to be closed
 */
record Command(List<Object> words, Reply reply) {
  /** Takes exactly one reply, also when it throws a {@link RefusedException}. */
  interface Reply {
    void read(RespReader in) throws IOException;
  }

  static Command of(Reply reply, Object... words) {
    return new Command(List.of(words), reply);
  }
}
