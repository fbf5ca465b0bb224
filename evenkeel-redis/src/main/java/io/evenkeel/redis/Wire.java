package io.evenkeel.redis;

import java.io.IOException;
import java.util.List;

/**
 * What one operation says to a server, all on one connection, and what it makes of the replies.
 *
 * @param <T> the operation's result
 */
interface Wire<T> {
  /** What is asked, for error messages. */
  String asked();

  /** Whether it changes what is stored: a user may be allowed to read only. */
  default boolean isWrite() {
    return false;
  }

  /**
   * Whether things go on without it: that a user has no right to it says nothing of what else that
   * user may do.
   */
  default boolean isOptional() {
    return false;
  }

  /** How many bytes of payload it sends. */
  default long putBytes() {
    return 0;
  }

  /** The commands, in the order in which they are sent. Called once. */
  List<Command> commands();

  /** The result, after every command has been answered without an error. Called once. */
  T result() throws IOException;

  /** The result came too late to be handed out: what it owns goes back. */
  default void unwanted(T result) {}

  /** Nothing more will be asked of it; a buffer that it holds goes back. */
  default void release() {}
}
