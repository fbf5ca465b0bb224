package io.evenkeel.core.plan;

/**
 * What a planner goes by and what may come to be known only while its read is under way, such as
 * where cached fragments are. The engine does not look into it: it asks whether there is more.
 * Thread-safe.
 */
public interface Knowledge {
  /** All that there is to know is known. */
  Knowledge SETTLED =
      new Knowledge() {
        @Override
        public long version() {
          return 0;
        }

        @Override
        public boolean mayGrow() {
          return false;
        }
      };

  /** Another number whenever, by what is known, a plan made now may differ from those before. */
  long version();

  /**
   * Whether more may soon be known: then a read that lacks fragments waits, and has to be told when
   * that is over, whatever came of it.
   */
  boolean mayGrow();
}
