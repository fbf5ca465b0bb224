package io.evenkeel.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import io.evenkeel.coding.CodeSpec;
import io.evenkeel.core.model.Epoch;
import io.evenkeel.core.model.NodeId;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** How values of one type look in JSON. Thread-safe. */
interface WireShape {
  void write(JsonGenerator out, Object value) throws IOException;

  /**
   * Reads the value whose first token is the present one, up to its last.
   *
   * @throws Misfit when something else is there
   */
  Object read(JsonParser in) throws IOException;

  /** Something else than what was expected, and where. */
  final class Misfit extends IOException {
    private final String path;
    private final String what;

    private Misfit(String path, String what) {
      super(path.isEmpty() ? what : path + ": " + what);
      this.path = path;
      this.what = what;
    }

    static Misfit of(String what) {
      return new Misfit("", what);
    }

    private Misfit at(String step) {
      return new Misfit(step + path, what);
    }
  }

  /** The shape of a record, a list of what has a shape, a number, a flag, a word or a text. */
  static WireShape of(Type type) {
    WireShape known = Known.SHAPES.get(type);
    if (known == null) {
      known = Known.make(type);
      Known.SHAPES.put(type, known);
    }
    return known;
  }

  /** The shapes made so far. */
  final class Known {
    private static final Map<Type, WireShape> SHAPES = new ConcurrentHashMap<>();

    static {
      SHAPES.put(String.class, new Text<>(Function.identity(), Function.identity()));
      SHAPES.put(Epoch.class, new Text<>(Epoch::hex, Epoch::new));
      SHAPES.put(NodeId.class, new Text<>(NodeId::address, NodeId::new));
      SHAPES.put(CodeSpec.class, new Text<>(CodeSpec::toString, CodeSpec::parse));
      SHAPES.put(Duration.class, new Text<>(Duration::toString, Duration::parse));
      for (Type whole : List.of(int.class, Integer.class)) {
        SHAPES.put(whole, new Whole((out, v) -> out.writeNumber((int) v), JsonParser::getIntValue));
      }
      for (Type whole : List.of(long.class, Long.class)) {
        SHAPES.put(
            whole, new Whole((out, v) -> out.writeNumber((long) v), JsonParser::getLongValue));
      }
      SHAPES.put(double.class, new Decimal());
      SHAPES.put(boolean.class, new Flag());
    }

    private Known() {}

    private static WireShape make(Type type) {
      if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
        return new ListShape(of(list.getActualTypeArguments()[0]));
      }
      if (type instanceof Class<?> c && c.isRecord()) {
        return new RecordShape(c);
      }
      if (type instanceof Class<?> c && c.isEnum()) {
        return new Text<>(v -> ((Enum<?>) v).name(), name -> constant(c, name));
      }
      throw new IllegalArgumentException("there is no JSON form of " + type);
    }

    private static Object constant(Class<?> type, String name) {
      return Arrays.stream(type.getEnumConstants())
          .filter(c -> ((Enum<?>) c).name().equals(name))
          .findAny()
          .orElseThrow(
              () ->
                  new IllegalArgumentException(
                      "expected one of "
                          + Arrays.toString(type.getEnumConstants())
                          + ", got '"
                          + name
                          + "'"));
    }
  }

  private static Misfit misfit(JsonParser in, String expected) {
    JsonToken found = in.currentToken();
    String shown =
        found == null ? "the end" : found == JsonToken.VALUE_NULL ? "null" : found.name();
    return Misfit.of("expected " + expected + ", found " + shown);
  }

  /** What is written as text. */
  record Text<T>(Function<T, String> write, Function<String, T> read) implements WireShape {
    @Override
    @SuppressWarnings("unchecked") // The shape was looked up by the value's type.
    public void write(JsonGenerator out, Object value) throws IOException {
      out.writeString(write.apply((T) value));
    }

    @Override
    public Object read(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        throw misfit(in, "text");
      }
      try {
        return read.apply(in.getText());
      } catch (RuntimeException e) {
        throw Misfit.of(e.getMessage());
      }
    }
  }

  /** A whole number. */
  record Whole(Writer writer, Reader reader) implements WireShape {
    interface Writer {
      void write(JsonGenerator out, Object value) throws IOException;
    }

    interface Reader {
      Object read(JsonParser in) throws IOException;
    }

    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
      writer.write(out, value);
    }

    @Override
    public Object read(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.VALUE_NUMBER_INT) {
        throw misfit(in, "a whole number");
      }
      try {
        return reader.read(in);
      } catch (InputCoercionException e) {
        throw Misfit.of(e.getOriginalMessage());
      }
    }
  }

  /** A number; what is none is its name as text. */
  record Decimal() implements WireShape {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
      double number = (double) value;
      if (Double.isFinite(number)) {
        out.writeNumber(number);
      } else {
        out.writeString(Double.toString(number));
      }
    }

    @Override
    public Object read(JsonParser in) throws IOException {
      if (in.currentToken() == JsonToken.VALUE_STRING) {
        for (double odd : List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
          if (Double.toString(odd).equals(in.getText())) {
            return odd;
          }
        }
      }
      if (in.currentToken() == null || !in.currentToken().isNumeric()) {
        throw misfit(in, "a number");
      }
      return in.getDoubleValue();
    }
  }

  /** True or false. */
  record Flag() implements WireShape {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
      out.writeBoolean((boolean) value);
    }

    @Override
    public Object read(JsonParser in) throws IOException {
      if (in.currentToken() == null || !in.currentToken().isBoolean()) {
        throw misfit(in, "true or false");
      }
      return in.currentToken() == JsonToken.VALUE_TRUE;
    }
  }

  /** A list. */
  record ListShape(WireShape element) implements WireShape {
    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
      out.writeStartArray();
      for (Object each : (List<?>) value) {
        element.write(out, each);
      }
      out.writeEndArray();
    }

    @Override
    public Object read(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.START_ARRAY) {
        throw misfit(in, "a list");
      }
      List<Object> all = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        try {
          all.add(element.read(in));
        } catch (Misfit e) {
          throw e.at("[" + all.size() + "]");
        }
      }
      return all;
    }
  }

  /** A record, by its components. */
  final class RecordShape implements WireShape {
    private final RecordComponent[] components;
    private final WireShape[] shapes;
    private final Map<String, Integer> indexes = new LinkedHashMap<>();
    private final Constructor<?> constructor;

    RecordShape(Class<?> type) {
      components = type.getRecordComponents();
      shapes = new WireShape[components.length];
      Class<?>[] types = new Class<?>[components.length];
      for (int i = 0; i < components.length; i++) {
        shapes[i] = of(components[i].getGenericType());
        types[i] = components[i].getType();
        indexes.put(components[i].getName(), i);
        components[i].getAccessor().setAccessible(true);
      }
      try {
        constructor = type.getDeclaredConstructor(types);
        constructor.setAccessible(true);
      } catch (NoSuchMethodException e) {
        throw new IllegalArgumentException(type + " has no canonical constructor", e);
      }
    }

    @Override
    public void write(JsonGenerator out, Object value) throws IOException {
      out.writeStartObject();
      for (int i = 0; i < shapes.length; i++) {
        out.writeFieldName(components[i].getName());
        try {
          shapes[i].write(out, components[i].getAccessor().invoke(value));
        } catch (ReflectiveOperationException e) {
          throw new IOException(components[i] + " cannot be read", e);
        }
      }
      out.writeEndObject();
    }

    @Override
    public Object read(JsonParser in) throws IOException {
      if (in.currentToken() != JsonToken.START_OBJECT) {
        throw misfit(in, "an object");
      }
      Object[] values = new Object[shapes.length];
      while (in.nextToken() == JsonToken.FIELD_NAME) {
        String name = in.currentName();
        Integer index = indexes.get(name);
        in.nextToken();
        if (index == null) {
          in.skipChildren();
          continue;
        }
        try {
          values[index] = shapes[index].read(in);
        } catch (Misfit e) {
          throw e.at("." + name);
        }
      }
      for (int i = 0; i < values.length; i++) {
        if (values[i] == null) {
          throw Misfit.of("'" + components[i].getName() + "' is missing");
        }
      }
      return made(values);
    }

    private Object made(Object[] values) throws Misfit {
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        throw Misfit.of(String.valueOf(e.getCause().getMessage()));
      } catch (ReflectiveOperationException e) {
        throw Misfit.of(e.toString());
      }
    }
  }
}
