package io.evenkeel.policy.layout;

/**
 * A layout as one scheme reads it: what {@link AnyKReadsContract} is held against.
 *
 * @param k how many fragments of a row suffice
 * @param spare how many others it can ask for, so that it can do without as many; 0 without parity
 * @param besides how many of them it asks at once, whoever is healthy
 * @param keepsOff whether it keeps off nodes that are late or known to be slow; else it finds them
 *     late in every group anew
 * @param lateLanes how many lanes at once to one parity node are opened for what is late: a node
 *     that serves several lanes of a read is given the time of as many
 * @param choosesCopies whether it keeps off single copies of a fragment, too
 */
public record AnyKReader(
    String name,
    int k,
    int spare,
    int besides,
    boolean keepsOff,
    int lateLanes,
    boolean choosesCopies,
    Files files) {
  /** Makes its files. */
  @FunctionalInterface
  public interface Files {
    /**
     * A file of whole rows.
     *
     * @param copies how many nodes have each fragment, where the layout has such
     */
    AnyKFile file(int rows, int copies);
  }

  /** How many fragments of a row it may ask for. */
  int sources() {
    return k + spare;
  }

  @Override
  public String toString() {
    return name;
  }
}
