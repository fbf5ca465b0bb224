package io.evenkeel.cli.repro.hu;

import io.evenkeel.policy.direct.LoadDirections;
import io.evenkeel.sim.direct.DirectionSetting;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One of the two tables of Hu et al. (SoCC 2017, section 4).
 *
 * @param number of the table
 * @param figures those of the same runs
 * @param rows what it states, by direction, in its order
 */
record HuPaper(
    int number,
    String title,
    List<Integer> figures,
    DirectionSetting setting,
    Map<String, Stated> rows) {

  private static final Map<Integer, HuPaper> TABLES =
      Map.of(
          1,
          new HuPaper(1, "Table 1, LRC(6,2,2)", List.of(5, 6), DirectionSetting.TABLE_1, lrc()),
          2,
          new HuPaper(2, "Table 2, RS(6,3)", List.of(7, 8), DirectionSetting.TABLE_2, rs()));

  HuPaper {
    figures = List.copyOf(figures);
    rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
  }

  /**
   * A row: seconds, square seconds, and nodes that were asked in a second by all front ends.
   *
   * @param isNowAndThen whether they were asked in a period instead of for each read
   */
  record Stated(
      double mean,
      double variance,
      double median,
      double p95,
      double least,
      double most,
      double asksPerSecond,
      boolean isNowAndThen) {

    /** The figure of that kind; not a number if the paper has none. */
    double of(HuFigure figure) {
      return switch (figure) {
        case MEAN -> mean;
        case VARIANCE -> variance;
        case MEDIAN -> median;
        case P95 -> p95;
        case LEAST -> least;
        case MOST -> most;
        case PROBES, REPORTS, DEGRADED, TASKS, HOTTEST -> Double.NaN;
      };
    }
  }

  private static Map<String, Stated> lrc() {
    Map<String, Stated> rows = new LinkedHashMap<>();
    rows.put("normal", new Stated(.114, .022, .047, .424, .003, 1.244, 0, false));
    rows.put("lmlf-lazy", new Stated(.087, .013, .037, .324, .003, 1.197, 270, true));
    rows.put("opt-lazy", new Stated(.048, .005, .025, .177, .003, 1.038, 67.5, true));
    rows.put("lmlf-pw2", new Stated(.033, .001, .026, .080, .008, 1.038, 888.9, false));
    rows.put("llf-pw2", new Stated(.036, .001, .027, .094, .008, 1.040, 888.9, false));
    return rows;
  }

  private static Map<String, Stated> rs() {
    Map<String, Stated> rows = new LinkedHashMap<>();
    rows.put("normal", new Stated(.207, .056, .105, .695, .003, 1.951, 0, false));
    rows.put("lmlf-lazy", new Stated(.180, .041, .094, .607, .003, 1.331, 270, true));
    rows.put("opt-lazy", new Stated(.148, .031, .069, .520, .003, 1.420, 67.5, true));
    rows.put("lmlf-pw2", new Stated(.073, .005, .054, .196, .012, 3.043, 784.5, false));
    rows.put("llf-pw2", new Stated(.076, .004, .058, .203, .012, .684, 784.5, false));
    rows.put("lmlf", new Stated(.070, .003, .055, .174, .014, 1.016, 1008.7, false));
    rows.put("llf", new Stated(.069, .002, .057, .166, .015, 1.053, 1008.7, false));
    return rows;
  }

  /** The table of that number, 1 or 2. */
  static HuPaper table(int number) {
    return TABLES.get(number);
  }

  /** Those of the table in its order, full probing where it has none, and what no table has. */
  List<HuContender> contenders() {
    Set<String> names = new LinkedHashSet<>(rows.keySet());
    names.addAll(List.of(HuContender.LMLF, HuContender.STAGED, HuContender.PROJECTED));
    LoadDirections.names().stream()
        .filter(name -> TABLES.values().stream().noneMatch(table -> table.rows.containsKey(name)))
        .forEach(names::add);
    return names.stream().map(HuContender::of).toList();
  }

  /** By how much of Normal's a direction's figure is less. */
  double cut(String direction, HuFigure figure) {
    return 1 - rows.get(direction).of(figure) / rows.get(HuContender.NORMAL).of(figure);
  }
}
