package io.evenkeel.sim.scenario;

import java.io.IOException;
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
  /**
   * What a key is set to.
   *
   * @param where it was, for people
   */
  private record Setting(String value, String where) {}

  private static final int SHOWN = 60;

  private final String name;
  private final Path folder;
  private final Map<String, Setting> settings;

  private Scenario(String name, Path folder, Map<String, Setting> settings) {
    this.name = name;
    this.folder = folder;
    this.settings = settings;
    // Whatever is wrong is found before anything runs.
    Keys.all().forEach(this::get);
    KeyChecks.check(this);
  }

  /**
   * A scenario in a file, with other values of some keys; these may be what makes it a whole one.
   *
   * @param where the values come from, for people
   * @throws IllegalArgumentException for what is wrong with it: the line, and what may be there
   * @throws IOException for a file that cannot be read: its path and why
   */
  public static Scenario read(Path file, String where, Map<String, String> values)
      throws IOException {
    String text = TextFiles.read("the scenario", file);
    String name = file.getFileName().toString();
    Map<String, Setting> settings = changed(settings(name, text), where, values);
    return new Scenario(name, file.toAbsolutePath().getParent(), settings);
  }

  /** The same as it stands there. */
  public static Scenario read(Path file) throws IOException {
    return read(file, "", Map.of());
  }

  /** The same, not in a file. */
  public static Scenario parse(String text) {
    String name = "scenario";
    return new Scenario(name, Path.of(""), settings(name, text));
  }

  private static Map<String, Setting> settings(String name, String text) {
    Map<String, Setting> settings = new LinkedHashMap<>();
    List<String> lines = text.lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).replaceFirst("#.*", "").trim();
      if (line.isEmpty()) {
        continue;
      }
      String where = name + ", line " + (i + 1);
      int equals = line.indexOf('=');
      if (equals < 0) {
        String shown = line.length() > SHOWN ? line.substring(0, SHOWN) + "..." : line;
        throw new IllegalArgumentException(where + ": is no 'key = value': " + shown);
      }
      String key = known(line.substring(0, equals).trim(), where);
      if (settings.put(key, new Setting(line.substring(equals + 1).trim(), where)) != null) {
        throw new IllegalArgumentException(where + ": the key '" + key + "' was set before");
      }
    }
    return settings;
  }

  private static Map<String, Setting> changed(
      Map<String, Setting> settings, String where, Map<String, String> values) {
    Map<String, Setting> changed = new LinkedHashMap<>(settings);
    values.forEach(
        (key, value) -> changed.put(known(key.trim(), where), new Setting(value.trim(), where)));
    return changed;
  }

  private static String known(String key, String where) {
    if (Keys.all().stream().noneMatch(known -> known.name().equals(key))) {
      throw new IllegalArgumentException(
          where + ": there is no key '" + key + "'; did you mean '" + nearest(key) + "'?");
    }
    return key;
  }

  /** Of all keys the one that the fewest changes of a letter lead to. */
  private static String nearest(String key) {
    String nearest = "";
    int least = Integer.MAX_VALUE;
    for (Key<?> known : Keys.all()) {
      // Of those as near, one that begins alike: who mistypes does so later.
      int begins = known.name().regionMatches(true, 0, key, 0, 1) ? 0 : 1;
      int changes = 2 * changes(key.toLowerCase(Locale.ROOT), known.name()) + begins;
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

  /**
   * This one with other values of some keys, as for a series of runs.
   *
   * @param where these come from, for people
   * @throws IllegalArgumentException as for a file
   */
  public Scenario with(String where, Map<String, String> values) {
    return new Scenario(name, folder, changed(settings, where, values));
  }

  /** The file's name. */
  public String name() {
    return name;
  }

  /** What a key is set to, or its default. */
  public <T> T get(Key<T> key) {
    try {
      return key.parse().apply(text(key));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(where(key) + ": " + e.getMessage(), e);
    }
  }

  /** Whether a key is set, be it to its default. */
  public boolean isSet(Key<?> key) {
    return settings.containsKey(key.name());
  }

  /**
   * What is wrong with a key's value, for people: where it is, what, and its value.
   *
   * @param others whose values it does not go with
   */
  public IllegalArgumentException wrong(Key<?> key, String what, Key<?>... others) {
    StringBuilder text = new StringBuilder(where(key));
    text.append(": ").append(what).append(", got ").append(key).append(" = ").append(text(key));
    for (Key<?> other : others) {
      text.append(", ").append(other).append(" = ").append(text(other));
    }
    return new IllegalArgumentException(text.toString());
  }

  /** What a key is set to, or its default, as it is written. */
  public String text(Key<?> key) {
    Setting setting = settings.get(key.name());
    return setting == null ? key.usual() : setting.value();
  }

  /** What keys that are not as by default are set to, in the order in which they are documented. */
  public Map<String, String> unusual() {
    Map<String, String> unusual = new LinkedHashMap<>();
    for (Key<?> key : Keys.all()) {
      if (!text(key).equals(key.usual())) {
        unusual.put(key.name(), text(key));
      }
    }
    return unusual;
  }

  /** Where a key is set, and the key, for people. */
  String where(Key<?> key) {
    Setting setting = settings.get(key.name());
    return (setting == null ? name : setting.where()) + ", " + key;
  }

  /** The path of a file that a key names, beside the scenario's own. */
  public Path path(Key<String> key) {
    return folder.resolve(get(key));
  }

  /**
   * The text of a file that a key names.
   *
   * @throws IOException for one that cannot be read: the key, the path and why
   */
  public String read(Key<String> key) throws IOException {
    return TextFiles.read(where(key), path(key));
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
