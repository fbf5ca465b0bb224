package io.evenkeel.cli.bench.jobs;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Runs SQL statements in one Spark session, as its shell would. Arguments: a file with a statement
 * on each line, then Spark's settings as {@code key=value}. Prints a line for each statement:
 * {@code result}, nanoseconds, when it began and ended in milliseconds of the epoch, and a hash of
 * its rows.
 *
 * <p>By reflection, because Spark is fetched when it is run and not part of the build.
 */
public final class SparkSqlMain {
  private static final String SESSION = "org.apache.spark.sql.SparkSession";
  private static final String DATASET = "org.apache.spark.sql.Dataset";

  private SparkSqlMain() {}

  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    Class<?> sessions = Class.forName(SESSION);
    Object builder = sessions.getMethod("builder").invoke(null);
    for (String setting : List.of(arguments).subList(1, arguments.length)) {
      String[] keyAndValue = setting.split("=", 2);
      builder
          .getClass()
          .getMethod("config", String.class, String.class)
          .invoke(builder, keyAndValue[0], keyAndValue[1]);
    }
    Object session = builder.getClass().getMethod("getOrCreate").invoke(builder);
    try {
      for (String statement : Files.readAllLines(Path.of(arguments[0]), StandardCharsets.UTF_8)) {
        long begun = System.currentTimeMillis();
        long start = System.nanoTime();
        Object rows = run(sessions, session, statement);
        long nanos = System.nanoTime() - start;
        System.out.printf(
            "result %d %d %d %08x%n", nanos, begun, System.currentTimeMillis(), rows.hashCode());
      }
    } finally {
      sessions.getMethod("stop").invoke(session);
    }
  }

  private static Object run(Class<?> sessions, Object session, String statement)
      throws ReflectiveOperationException {
    try {
      Object rows = sessions.getMethod("sql", String.class).invoke(session, statement);
      return Class.forName(DATASET).getMethod("collectAsList").invoke(rows).toString();
    } catch (InvocationTargetException e) {
      throw new IllegalStateException("failed: " + statement, e.getCause());
    }
  }
}
