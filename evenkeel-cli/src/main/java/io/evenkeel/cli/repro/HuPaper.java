package io.evenkeel.cli.repro;

import io.evenkeel.sim.direct.DirectionSetting;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One of the two tables of Hu et al. (SoCC 2017, section 4).
 *
 * @param rows what it states, by direction, in its order
 */
record HuPaper(String title, DirectionSetting setting, Map<String, Stated> rows) {
  static final String NORMAL = "normal";
  private static final List<String> OURS = List.of("staged", "projected");

  private static final Map<Integer, HuPaper> TABLES =
      Map.of(
          1,
          new HuPaper("Table 1, LRC(6,2,2)", DirectionSetting.TABLE_1, lrc()),
          2,
          new HuPaper("Table 2, RS(6,3)", DirectionSetting.TABLE_2, rs()));

  HuPaper {
    rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
  }

  /**
   * Seconds, and nodes that were asked in a second by all front ends.
   *
   * @param isNowAndThen whether they were asked in a period instead of for each read
   */
  record Stated(
      double mean, double median, double p95, double asksPerSecond, boolean isNowAndThen) {
    private static Stated before(double mean, double median, double p95, double asksPerSecond) {
      return new Stated(mean, median, p95, asksPerSecond, false);
    }

    private static Stated nowAndThen(double mean, double median, double p95, double asksPerSecond) {
      return new Stated(mean, median, p95, asksPerSecond, true);
    }
  }

  private static Map<String, Stated> lrc() {
    Map<String, Stated> rows = new LinkedHashMap<>();
    rows.put(NORMAL, Stated.before(.114, .047, .424, 0));
    rows.put("lmlf-lazy", Stated.nowAndThen(.087, .037, .324, 270));
    rows.put("opt-lazy", Stated.nowAndThen(.048, .025, .177, 67.5));
    rows.put("lmlf-pw2", Stated.before(.033, .026, .080, 888.9));
    rows.put("llf-pw2", Stated.before(.036, .027, .094, 888.9));
    return rows;
  }

  private static Map<String, Stated> rs() {
    Map<String, Stated> rows = new LinkedHashMap<>();
    rows.put(NORMAL, Stated.before(.207, .105, .695, 0));
    rows.put("lmlf-lazy", Stated.nowAndThen(.180, .094, .607, 270));
    rows.put("opt-lazy", Stated.nowAndThen(.148, .069, .520, 67.5));
    rows.put("lmlf-pw2", Stated.before(.073, .054, .196, 784.5));
    rows.put("llf-pw2", Stated.before(.076, .058, .203, 784.5));
    rows.put("lmlf", Stated.before(.070, .055, .174, 1008.7));
    rows.put("llf", Stated.before(.069, .057, .166, 1008.7));
    return rows;
  }

  /** The table of that number, 1 or 2. */
  static HuPaper table(int number) {
    return TABLES.get(number);
  }

  /** Those of the table in its order, and two of our own. */
  List<String> directions() {
    List<String> directions = new ArrayList<>(rows.keySet());
    directions.addAll(OURS);
    return directions;
  }

  /** By how much of Normal's 95th percentile a direction's is less. */
  double p95Cut(String direction) {
    return 1 - rows.get(direction).p95() / rows.get(NORMAL).p95();
  }
}
