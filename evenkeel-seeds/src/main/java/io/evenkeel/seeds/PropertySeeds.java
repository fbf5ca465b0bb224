package io.evenkeel.seeds;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * Every property draws by the same seed in every run: with {@code -Devenkeel.seeds=fresh} by others
 * each time, which it prints; with {@code -Devenkeel.seed=S} by S. One that names a seed keeps it.
 */
public final class PropertySeeds implements AroundPropertyHook {
  static final String FIXED = "1";

  @Override
  public PropagationMode propagateTo() {
    return PropagationMode.ALL_DESCENDANTS;
  }

  /** Before all that looks at the attributes. */
  @Override
  public int aroundPropertyProximity() {
    return Integer.MIN_VALUE;
  }

  @Override
  public PropertyExecutionResult aroundProperty(
      PropertyLifecycleContext context, PropertyExecutor property) {
    if (context.attributes().seed().isEmpty() && !Seeds.areFresh()) {
      context.attributes().setSeed(System.getProperty(Seeds.ONE, FIXED));
    }
    return property.execute();
  }
}
