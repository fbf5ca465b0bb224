package io.evenkeel.http;

import com.google.gson.Strictness;
import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonWriter;
import com.google.gson.stream.MalformedJsonException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/**
 * The one JSON form of the manager's words, both ways: records by their components; epochs, nodes,
 * codes and durations (ISO-8601) as text. Unknown properties are ignored, so a newer peer may say
 * more; missing ones are errors, except where a component is optional: what is added to a record
 * that is already spoken is, and an older peer is understood.
 */
public final class WireCodec {
  private WireCodec() {}

  public static byte[] write(Object value) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonWriter out = new JsonWriter(new OutputStreamWriter(bytes, StandardCharsets.UTF_8))) {
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
    JsonReader in = reader(json);
    try {
      T value = type.cast(WireShape.of(type).read(in));
      // Fails when something follows.
      var unused = in.peek();
      return value;
    } catch (WireShape.Misfit e) {
      throw new IOException(e.getMessage(), e);
    } catch (MalformedJsonException | EOFException | CharacterCodingException e) {
      String found = json.length == 0 ? "nothing" : "broken at " + in.getPath();
      throw new IOException("not JSON: " + found, e);
    }
  }

  /** By RFC 8259; what is not UTF-8 is an error. */
  private static JsonReader reader(byte[] json) {
    InputStreamReader text =
        new InputStreamReader(new ByteArrayInputStream(json), StandardCharsets.UTF_8.newDecoder());
    JsonReader in = new JsonReader(text);
    in.setStrictness(Strictness.STRICT);
    return in;
  }
}
