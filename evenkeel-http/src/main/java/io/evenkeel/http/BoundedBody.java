package io.evenkeel.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** An answer's body, up to so many bytes; one that is longer fails, and is not received further. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
  private final int mostBytes;
  private final ByteArrayOutputStream received = new ByteArrayOutputStream();
  private final CompletableFuture<byte[]> body = new CompletableFuture<>();
  private Flow.Subscription subscription;

  private BoundedBody(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  static HttpResponse.BodyHandler<byte[]> ofAtMost(int bytes) {
    return head -> new BoundedBody(bytes);
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return body;
  }

  @Override
  public void onSubscribe(Flow.Subscription to) {
    subscription = to;
    to.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      if (buffer.remaining() > mostBytes - received.size()) {
        subscription.cancel();
        body.completeExceptionally(
            new IOException("its answer has more than " + mostBytes + " bytes"));
        return;
      }
      byte[] bytes = new byte[buffer.remaining()];
      buffer.get(bytes);
      received.writeBytes(bytes);
    }
    subscription.request(1);
  }

  @Override
  public void onError(Throwable cause) {
    body.completeExceptionally(cause);
  }

  @Override
  public void onComplete() {
    body.complete(received.toByteArray());
  }
}
