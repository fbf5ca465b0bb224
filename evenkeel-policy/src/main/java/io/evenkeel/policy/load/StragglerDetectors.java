package io.evenkeel.policy.load;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** The detectors by name. A new one is one more line here. */
public final class StragglerDetectors {
  private static final Map<String, StragglerDetector> BY_NAME = new LinkedHashMap<>();

  static {
    for (StragglerDetector detector :
        new StragglerDetector[] {
          new RatioToMedian(),
          new MedianDeviation(),
          new LeaveOneOut(),
          new SigmaRule("three-sigma", 3),
          new SigmaRule("one-sigma", 1)
        }) {
      BY_NAME.put(detector.name(), detector);
    }
  }

  private StragglerDetectors() {}

  /** The detector of that name; an unknown name is an error that lists the known ones. */
  public static StragglerDetector named(String name) {
    StragglerDetector detector = BY_NAME.get(name);
    if (detector == null) {
      throw new IllegalArgumentException(
          "no straggler detector '" + name + "'; known: " + BY_NAME.keySet());
    }
    return detector;
  }

  /** The one to use when nobody chose. */
  public static StragglerDetector defaultDetector() {
    return BY_NAME.values().iterator().next();
  }

  /** The known names, the default's first. */
  public static Set<String> names() {
    return Collections.unmodifiableSet(BY_NAME.keySet());
  }
}
