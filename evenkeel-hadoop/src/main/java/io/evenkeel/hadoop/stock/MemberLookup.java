package io.evenkeel.hadoop.stock;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.util.VersionInfo;
import org.slf4j.Logger;

/** Looks for members of Hadoop's classes, and keeps which are not there and what goes with them. */
final class MemberLookup {
  private final List<String> missing = new ArrayList<>();

  /** A member that code calls as any other: only whether it is there counts. */
  interface Called {
    MethodHandle find(MethodHandles.Lookup lookup) throws ReflectiveOperationException;
  }

  /**
   * @param lost what does not work without it
   */
  Optional<Field> field(Class<?> of, String name, Class<?> type, String lost) {
    try {
      Field field = of.getDeclaredField(name);
      if (field.getType() != type) {
        throw new NoSuchFieldException("it is a " + field.getType().getName());
      }
      field.setAccessible(true);
      return Optional.of(field);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      lacks(of.getSimpleName() + "." + name, lost, e);
      return Optional.empty();
    }
  }

  /** With all its parameters. */
  Optional<Method> method(
      Class<?> of, String name, Class<?> result, String lost, Class<?>... parameters) {
    try {
      Method method = of.getDeclaredMethod(name, parameters);
      if (method.getReturnType() != result) {
        throw new NoSuchMethodException("it gives a " + method.getReturnType().getName());
      }
      method.setAccessible(true);
      return Optional.of(method);
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      lacks(of.getSimpleName() + "." + name, lost, e);
      return Optional.empty();
    }
  }

  /**
   * A field as a handle of just these types, for {@code invokeExact}; null when it is not there.
   */
  MethodHandle getter(Class<?> of, String name, Class<?> type, String lost) {
    return field(of, name, type, lost)
        .map(field -> exact(() -> MethodHandles.lookup().unreflectGetter(field), type, of))
        .orElse(null);
  }

  /** A method likewise. */
  MethodHandle handle(
      Class<?> of, String name, Class<?> result, String lost, Class<?>... parameters) {
    Class<?>[] types = new Class<?>[parameters.length + 1];
    types[0] = of;
    System.arraycopy(parameters, 0, types, 1, parameters.length);
    return method(of, name, result, lost, parameters)
        .map(method -> exact(() -> MethodHandles.lookup().unreflect(method), result, types))
        .orElse(null);
  }

  private interface Unreflected {
    MethodHandle get() throws IllegalAccessException;
  }

  private static MethodHandle exact(Unreflected member, Class<?> result, Class<?>... types) {
    try {
      return member.get().asType(MethodType.methodType(result, types));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a member that was made accessible is not", e);
    }
  }

  /**
   * Whether a member is there that is called or overridden without reflection.
   *
   * @param name the class and the member, for people
   */
  boolean has(String name, String lost, Called member) {
    try {
      member.find(MethodHandles.lookup());
      return true;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError e) {
      lacks(name, lost, e);
      return false;
    }
  }

  private void lacks(String name, String lost, Throwable why) {
    missing.add(name + " (" + lost + "; " + why + ")");
  }

  /** What is not there, each with what goes with it and why. */
  List<String> missing() {
    return List.copyOf(missing);
  }

  /** Says in one line what is missing, if anything is. */
  void tell(Logger log) {
    if (!missing.isEmpty()) {
      log.warn(
          "Hadoop {} lacks what Evenkeel reaches for, so part of it is off and the stock client does"
              + " that: {}",
          VersionInfo.getVersion(),
          String.join("; ", missing));
    }
  }
}
