package io.evenkeel.sim.scenario;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What is simulated: lines {@code key = value}, blank ones, and comments from a {@code #} on. A key
 * that there is none of is an error that names the nearest one that there is.
 */
public final class Scenario {
  private final String name;
  private final Path folder;
  private final Map<String, String> written;

  private Scenario(String name, Path folder, Map<String, String> written) {
    this.name = name;
    this.folder = folder;
    this.written = written;
    // Whatever is wrong is found before anything runs.
    Keys.all().forEach(this::get);
  }

  /**
   * A scenario in a file.
   *
   * @throws IllegalArgumentException for what is wrong with it: the line, and what may be there
   */
  public static Scenario read(Path file) throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    return parse(file.getFileName().toString(), folder, Files.readString(file));
  }

  /** The same, not in a file. */
  public static Scenario parse(String text) {
    return parse("scenario", Path.of(""), text);
  }

  private static Scenario parse(String name, Path folder, String text) {
    Map<String, String> written = new LinkedHashMap<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").trim();
      if (line.isEmpty()) {
        continue;
      }
      int equals = line.indexOf('=');
      if (equals < 0) {
        throw wrong(name, i, "is no 'key = value': " + line);
      }
      String key = line.substring(0, equals).trim();
      if (Keys.all().stream().noneMatch(known -> known.name().equals(key))) {
        throw wrong(name, i, "there is no key '" + key + "'; did you mean '" + nearest(key) + "'?");
      }
      if (written.put(key, line.substring(equals + 1).trim()) != null) {
        throw wrong(name, i, "the key '" + key + "' was set before");
      }
    }
    return new Scenario(name, folder, written);
  }

  private static IllegalArgumentException wrong(String name, int line, String what) {
    return new IllegalArgumentException(name + ", line " + (line + 1) + ": " + what);
  }

  /** Of all keys the one that the fewest changes of a letter lead to. */
  private static String nearest(String key) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (Key<?> known : Keys.all()) {
      int changes = changes(key.toLowerCase(Locale.ROOT), known.name());
      if (changes < least) {
        least = changes;
        nearest = known.name();
      }
    }
    return nearest;
  }

  private static int changes(String from, String to) {
    int[] row = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int other = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(other, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[to.length()];
  }

  /** This one with other values of some keys, as for a series of runs. */
  public Scenario with(String key, String value) {
    Map<String, String> changed = new LinkedHashMap<>(written);
    changed.put(key, value);
    StringBuilder text = new StringBuilder();
    changed.forEach((k, v) -> text.append(k).append(" = ").append(v).append('\n'));
    return parse(name, folder, text.toString());
  }

  /** The file's name. */
  public String name() {
    return name;
  }

  /** What a key is set to, or its default. */
  public <T> T get(Key<T> key) {
    String value = written.getOrDefault(key.name(), key.usual());
    try {
      return key.parse().apply(value);
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw new IllegalArgumentException(name + ", " + key + ": " + e.getMessage(), e);
    }
  }

  /** What is written in it, in order. */
  public Map<String, String> written() {
    return Map.copyOf(written);
  }

  /** Opens a file that a key names, beside the scenario's own. */
  public Reader open(Key<String> key) {
    try {
      return new StringReader(Files.readString(folder.resolve(get(key))));
    } catch (IOException e) {
      throw new UncheckedIOException(name + ", " + key + ": " + e.getMessage(), e);
    }
  }

  /** All keys with their defaults and meanings, as a table in Markdown. */
  public static String document() {
    StringBuilder table = new StringBuilder("| key | default | meaning |\n|---|---|---|\n");
    for (Key<?> key : Keys.all()) {
      String usual = key.usual().isEmpty() ? "" : "`" + key.usual() + "`";
      table.append("| `%s` | %s | %s |%n".formatted(key.name(), usual, key.doc()));
    }
    return table.toString().replace("\r\n", "\n");
  }
}
