package io.evenkeel.http;

import com.google.gson.stream.JsonReader;
import com.google.gson.stream.JsonToken;
import com.google.gson.stream.JsonWriter;
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
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** How values of one type look in JSON. Thread-safe. */
interface WireShape {
  void write(JsonWriter out, Object value) throws IOException;

  /**
   * Reads the value that comes next.
   *
   * @throws Misfit when something else is there
   */
  Object read(JsonReader in) throws IOException;

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
      for (Class<?> text : Text.TYPES) {
        SHAPES.put(text, new Text(text));
      }
      SHAPES.put(int.class, new Whole(Integer.MIN_VALUE, Integer.MAX_VALUE));
      SHAPES.put(Integer.class, SHAPES.get(int.class));
      SHAPES.put(long.class, new Whole(Long.MIN_VALUE, Long.MAX_VALUE));
      SHAPES.put(Long.class, SHAPES.get(long.class));
      SHAPES.put(double.class, new Decimal());
      SHAPES.put(boolean.class, new Flag());
      SHAPES.put(Boolean.class, SHAPES.get(boolean.class));
    }

    private Known() {}

    private static WireShape make(Type type) {
      if (type instanceof ParameterizedType list && list.getRawType() == List.class) {
        return new ListShape(of(list.getActualTypeArguments()[0]));
      }
      if (type instanceof ParameterizedType maybe && maybe.getRawType() == Optional.class) {
        return new Maybe(of(maybe.getActualTypeArguments()[0]));
      }
      if (type instanceof Class<?> c && c.isRecord()) {
        return new RecordShape(c);
      }
      if (type instanceof Class<?> c && c.isEnum()) {
        return new Text(c);
      }
      throw new IllegalArgumentException("there is no JSON form of " + type);
    }
  }

  /** Passes if the next token is as it should be. */
  private static void expect(JsonReader in, JsonToken token, String what) throws IOException {
    JsonToken found = in.peek();
    if (found != token) {
      throw misfit(what, shown(found));
    }
  }

  private static String shown(JsonToken token) {
    return token.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static Misfit misfit(String expected, String found) {
    return Misfit.of("expected " + expected + ", found " + found);
  }

  /** What is written as text: one of {@link #TYPES}, or a word of an enum. */
  record Text(Class<?> type) implements WireShape {
    static final List<Class<?>> TYPES =
        List.of(String.class, Epoch.class, NodeId.class, CodeSpec.class, Duration.class);

    @Override
    public void write(JsonWriter out, Object value) throws IOException {
      out.value(text(value));
    }

    private static String text(Object value) {
      if (value instanceof Epoch epoch) {
        return epoch.hex();
      }
      if (value instanceof NodeId node) {
        return node.address();
      }
      return value instanceof Enum<?> word ? word.name() : value.toString();
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      expect(in, JsonToken.STRING, "text");
      String text = in.nextString();
      try {
        return value(text);
      } catch (RuntimeException e) {
        throw Misfit.of(e.getMessage());
      }
    }

    private Object value(String text) {
      if (type == Epoch.class) {
        return new Epoch(text);
      }
      if (type == NodeId.class) {
        return new NodeId(text);
      }
      if (type == CodeSpec.class) {
        return CodeSpec.parse(text);
      }
      if (type == Duration.class) {
        return Duration.parse(text);
      }
      return type.isEnum() ? word(text) : text;
    }

    private Object word(String name) {
      for (Object word : type.getEnumConstants()) {
        if (((Enum<?>) word).name().equals(name)) {
          return word;
        }
      }
      throw new IllegalArgumentException(
          "expected one of " + Arrays.toString(type.getEnumConstants()) + ", got '" + name + "'");
    }
  }

  /** A whole number: an {@code int} or a {@code long}, by its bounds. */
  record Whole(long min, long max) implements WireShape {
    @Override
    public void write(JsonWriter out, Object value) throws IOException {
      out.value(((Number) value).longValue());
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      expect(in, JsonToken.NUMBER, "a whole number");
      String text = in.nextString();
      try {
        long value = Long.parseLong(text);
        if (value >= min && value <= max) {
          return max == Integer.MAX_VALUE ? (Object) (int) value : (Object) value;
        }
      } catch (NumberFormatException e) {
        throw misfit("a whole number", text);
      }
      throw misfit("a whole number from " + min + " to " + max, text);
    }
  }

  /** A number; what is none is its name as text. */
  record Decimal() implements WireShape {
    @Override
    public void write(JsonWriter out, Object value) throws IOException {
      double number = (double) value;
      if (Double.isFinite(number)) {
        out.value(number);
      } else {
        out.value(Double.toString(number));
      }
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      JsonToken found = in.peek();
      if (found == JsonToken.NUMBER) {
        return Double.parseDouble(in.nextString());
      }
      if (found == JsonToken.STRING) {
        String text = in.nextString();
        for (double odd : List.of(Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)) {
          if (Double.toString(odd).equals(text)) {
            return odd;
          }
        }
      }
      throw misfit("a number", shown(found));
    }
  }

  /** True or false. */
  record Flag() implements WireShape {
    @Override
    public void write(JsonWriter out, Object value) throws IOException {
      out.value((boolean) value);
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      expect(in, JsonToken.BOOLEAN, "true or false");
      return in.nextBoolean();
    }
  }

  /** A list. */
  record ListShape(WireShape element) implements WireShape {
    @Override
    public void write(JsonWriter out, Object value) throws IOException {
      out.beginArray();
      for (Object each : (List<?>) value) {
        element.write(out, each);
      }
      out.endArray();
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      expect(in, JsonToken.BEGIN_ARRAY, "a list");
      in.beginArray();
      List<Object> all = new ArrayList<>();
      while (in.hasNext()) {
        try {
          all.add(element.read(in));
        } catch (Misfit e) {
          throw e.at("[" + all.size() + "]");
        }
      }
      in.endArray();
      return all;
    }
  }

  /**
   * What a release has added to a record: an older one neither writes it nor misses it, and null is
   * nothing, too.
   */
  record Maybe(WireShape present) implements WireShape {
    @Override
    public void write(JsonWriter out, Object value) throws IOException {
      Optional<?> maybe = (Optional<?>) value;
      if (maybe.isPresent()) {
        present.write(out, maybe.get());
      } else {
        out.nullValue();
      }
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      if (in.peek() == JsonToken.NULL) {
        in.nextNull();
        return Optional.empty();
      }
      return Optional.of(present.read(in));
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
    public void write(JsonWriter out, Object value) throws IOException {
      out.beginObject();
      for (int i = 0; i < shapes.length; i++) {
        out.name(components[i].getName());
        try {
          shapes[i].write(out, components[i].getAccessor().invoke(value));
        } catch (ReflectiveOperationException e) {
          throw new IOException(components[i] + " cannot be read", e);
        }
      }
      out.endObject();
    }

    @Override
    public Object read(JsonReader in) throws IOException {
      expect(in, JsonToken.BEGIN_OBJECT, "an object");
      in.beginObject();
      Object[] values = new Object[shapes.length];
      while (in.hasNext()) {
        String name = in.nextName();
        Integer index = indexes.get(name);
        if (index == null) {
          in.skipValue();
          continue;
        }
        try {
          values[index] = shapes[index].read(in);
        } catch (Misfit e) {
          throw e.at("." + name);
        }
      }
      in.endObject();
      for (int i = 0; i < values.length; i++) {
        if (values[i] == null && shapes[i] instanceof Maybe) {
          values[i] = Optional.empty();
        } else if (values[i] == null) {
          throw Misfit.of("'" + components[i].getName() + "' is missing");
        }
      }
      return made(values);
    }

    private Object made(Object[] values) throws Misfit {
      try {
        return constructor.newInstance(values);
      } catch (InvocationTargetException e) {
        if (e.getCause() instanceof OutOfMemoryError end) {
          throw end;
        }
        throw Misfit.of(String.valueOf(e.getCause().getMessage()));
      } catch (ReflectiveOperationException e) {
        throw Misfit.of(e.toString());
      }
    }
  }
}
