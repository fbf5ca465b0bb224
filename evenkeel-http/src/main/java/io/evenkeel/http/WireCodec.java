package io.evenkeel.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.function.Function;

/**
 * The one JSON form of the manager's words, both ways: records by their components; epochs, nodes,
 * codes and durations (ISO-8601) as text. Unknown properties are ignored, missing ones are errors.
 */
public final class WireCodec {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .addModule(
              text(
                  text(
                      text(
                          text(new SimpleModule(), Epoch.class, Epoch::hex, Epoch::new),
                          NodeId.class,
                          NodeId::address,
                          NodeId::new),
                      CodeSpec.class,
                      CodeSpec::toString,
                      CodeSpec::parse),
                  Duration.class,
                  Duration::toString,
                  Duration::parse))
          .build();

  private WireCodec() {}

  public static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException("cannot write " + value, e);
    }
  }

  /**
   * Reads a value.
   *
   * @throws IOException when it is not one; the message says what was found, without a stack of
   *     classes
   */
  static <T> T read(byte[] json, Class<T> type) throws IOException {
    T value;
    try {
      value = MAPPER.readValue(json, type);
    } catch (JsonMappingException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      String message =
          cause instanceof JsonProcessingException p ? p.getOriginalMessage() : cause.getMessage();
      throw new IOException(path(e) + message, e);
    } catch (JsonProcessingException e) {
      throw new IOException("not JSON: " + e.getOriginalMessage(), e);
    }
    if (value == null) {
      throw new IOException("null");
    }
    return value;
  }

  private static String path(JsonMappingException e) {
    StringBuilder path = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      path.append(
          step.getFieldName() != null ? "." + step.getFieldName() : "[" + step.getIndex() + "]");
    }
    return path.isEmpty() ? "" : path + ": ";
  }

  private static <T> SimpleModule text(
      SimpleModule module, Class<T> type, Function<T, String> write, Function<String, T> read) {
    module.addSerializer(
        type,
        new StdSerializer<>(type) {
          @Override
          public void serialize(T value, JsonGenerator out, SerializerProvider provider)
              throws IOException {
            out.writeString(write.apply(value));
          }
        });
    module.addDeserializer(
        type,
        new StdDeserializer<>(type) {
          @Override
          public T deserialize(JsonParser in, DeserializationContext context) throws IOException {
            String text = in.getValueAsString();
            if (text == null) {
              throw context.wrongTokenException(in, type, in.currentToken(), "expected text");
            }
            try {
              return read.apply(text);
            } catch (RuntimeException e) {
              throw JsonMappingException.from(in, e.getMessage());
            }
          }
        });
    return module;
  }
}
