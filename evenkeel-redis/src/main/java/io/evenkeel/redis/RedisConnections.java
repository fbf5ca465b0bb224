package io.evenkeel.redis;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** A server's connections, each opened when first needed and again after it has ended. */
final class RedisConnections {
  private final RedisClient client;
  private final RedisURI uri;
  private final AtomicReferenceArray<CompletableFuture<StatefulRedisConnection<String, ByteBuffer>>>
      slots;
  private final AtomicInteger next = new AtomicInteger();

  RedisConnections(RedisClient client, RedisURI uri, int count) {
    this.client = client;
    this.uri = uri;
    this.slots = new AtomicReferenceArray<>(count);
  }

  /** The next connection in turn, open or opening. Never blocks. */
  CompletableFuture<StatefulRedisConnection<String, ByteBuffer>> next() {
    int slot = Math.floorMod(next.getAndIncrement(), slots.length());
    while (true) {
      CompletableFuture<StatefulRedisConnection<String, ByteBuffer>> current = slots.get(slot);
      if (current != null && isUsable(current)) {
        return current;
      }
      CompletableFuture<StatefulRedisConnection<String, ByteBuffer>> fresh =
          new CompletableFuture<>();
      if (slots.compareAndSet(slot, current, fresh)) {
        connect(fresh);
        return fresh;
      }
    }
  }

  private static boolean isUsable(
      CompletableFuture<StatefulRedisConnection<String, ByteBuffer>> slot) {
    if (!slot.isDone()) {
      return true;
    }
    return !slot.isCompletedExceptionally() && slot.join().isOpen();
  }

  private void connect(CompletableFuture<StatefulRedisConnection<String, ByteBuffer>> slot) {
    try {
      client
          .connectAsync(PartsCodec.INSTANCE, uri)
          .whenComplete(
              (connection, error) -> {
                if (error != null) {
                  slot.completeExceptionally(error.getCause() == null ? error : error.getCause());
                } else if (!slot.complete(connection)) {
                  connection.closeAsync();
                }
              });
    } catch (RuntimeException e) {
      slot.completeExceptionally(e);
    }
  }

  /** Closes all of them; what is under way on them fails. */
  void reset() {
    for (int i = 0; i < slots.length(); i++) {
      CompletableFuture<StatefulRedisConnection<String, ByteBuffer>> slot =
          slots.getAndSet(i, null);
      if (slot == null) {
        continue;
      }
      slot.completeExceptionally(new IllegalStateException("the connection was given up"));
      if (!slot.isCompletedExceptionally() && slot.join().isOpen()) {
        slot.join().closeAsync();
      }
    }
  }
}
