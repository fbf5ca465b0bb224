package io.evenkeel.sim.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A trace: a line for every read, {@code seconds,object,bytes} or, for a part of an object, {@code
 * seconds,object,bytes,offset}. Objects have any names, and are as long as the furthest read goes.
 * Lines that do not begin with a number, such as a heading, are passed over. Times may not go back;
 * the first read is at time 0.
 */
public final class TraceFile implements Workload {
  private static final double NANOS_PER_SECOND = 1e9;

  /** As that of sizes in scenarios. */
  private static final long OBJECT_BYTES_MAX = 1L << 50;

  private static final Pattern BEGINS = Pattern.compile("[-+]?\\.?\\d");

  private final List<Long> fileBytes = new ArrayList<>();
  private final List<ReadArrival> arrivals = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private double firstSeconds = Double.NaN;
  private int read;

  /**
   * Reads all of it.
   *
   * @param speedup so many times faster than it says
   * @param most no more reads than so many
   * @throws IllegalArgumentException for a line that is none, with its number
   */
  public TraceFile(Reader lines, double speedup, long most) throws IOException {
    BufferedReader reader = new BufferedReader(lines);
    int number = 0;
    for (String raw = reader.readLine(); raw != null; raw = reader.readLine()) {
      number++;
      String line = raw.trim();
      boolean isArrival = BEGINS.matcher(line).lookingAt();
      if (isArrival && arrivals.size() < most) {
        try {
          add(line.split(",", -1), speedup);
        } catch (IllegalArgumentException
            | ArithmeticException
            | ArrayIndexOutOfBoundsException e) {
          throw new IllegalArgumentException(
              "line %d of the trace is not seconds,object,bytes[,offset] with bytes > 0, offset >= 0,"
                      .formatted(number)
                  + " an end of at most 1024 TiB and no less seconds than the line before: "
                  + line,
              e);
        }
      }
    }
    if (arrivals.isEmpty()) {
      throw new IllegalArgumentException("the trace has no line seconds,object,bytes");
    }
  }

  private void add(String[] fields, double speedup) {
    double seconds = Double.parseDouble(fields[0].trim());
    firstSeconds = arrivals.isEmpty() ? seconds : firstSeconds;
    long nanos = Math.round((seconds - firstSeconds) / speedup * NANOS_PER_SECOND);
    long length = Long.parseLong(fields[2].trim());
    long offset = fields.length > 3 ? Long.parseLong(fields[3].trim()) : 0;
    long before = arrivals.isEmpty() ? 0 : arrivals.get(arrivals.size() - 1).atNanos();
    long end = Math.addExact(offset, length);
    if (length <= 0 || offset < 0 || end > OBJECT_BYTES_MAX || nanos < before) {
      throw new IllegalArgumentException("bytes, offset or seconds are out of range");
    }
    int file = numbers.computeIfAbsent(fields[1].trim(), name -> numbers.size());
    if (file == fileBytes.size()) {
      fileBytes.add(0L);
    }
    fileBytes.set(file, Math.max(fileBytes.get(file), end));
    arrivals.add(new ReadArrival(nanos, file, offset, length));
  }

  @Override
  public List<Long> fileBytes() {
    return List.copyOf(fileBytes);
  }

  /** How many reads there are. */
  public int count() {
    return arrivals.size();
  }

  @Override
  public boolean isOfParts() {
    return arrivals.stream().anyMatch(read -> read.lengthBytes() < fileBytes.get(read.file()));
  }

  /** From the first read to the last; of one alone, none. */
  @Override
  public double perSecond() {
    double nanos = arrivals.get(arrivals.size() - 1).atNanos();
    return nanos == 0 ? 0 : (arrivals.size() - 1) * NANOS_PER_SECOND / nanos;
  }

  @Override
  public double mostPerSecond() {
    return perSecond();
  }

  @Override
  public double meanBytes() {
    return arrivals.stream().mapToLong(ReadArrival::lengthBytes).average().orElseThrow();
  }

  @Override
  public boolean hasNext() {
    return read < arrivals.size();
  }

  @Override
  public ReadArrival next() {
    return arrivals.get(read++);
  }
}
