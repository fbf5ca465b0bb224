package io.evenkeel.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * The one JSON form of the manager's words, both ways: records by their components; epochs, nodes,
 * codes and durations (ISO-8601) as text. Unknown properties are ignored, missing ones are errors.
 */
public final class WireCodec {
  private static final JsonFactory JSON = new JsonFactory();

  private WireCodec() {}

  public static byte[] write(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator out = JSON.createGenerator(bytes)) {
      WireShape.of(value.getClass()).write(out, value);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + value, e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads a value.
   *
   * @throws IOException when it is not one; the message says what was found, without a stack of
   *     classes
   */
  static <T> T read(byte[] json, Class<T> type) throws IOException {
    try (JsonParser in = JSON.createParser(json)) {
      if (in.nextToken() == null) {
        throw new IOException("not JSON: nothing");
      }
      T value = type.cast(WireShape.of(type).read(in));
      if (in.nextToken() != null) {
        throw new IOException("not JSON: something after its end");
      }
      return value;
    } catch (WireShape.Misfit e) {
      throw new IOException(e.getMessage(), e);
    } catch (JsonProcessingException e) {
      throw new IOException("not JSON: " + e.getOriginalMessage(), e);
    }
  }
}
