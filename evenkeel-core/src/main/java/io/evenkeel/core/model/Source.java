package io.evenkeel.core.model;

/**
 * Where one ordered stream of fragments can be had. Two sources of the same fragment index (two
 * replicas, or the stored and the cached parity) stand for the same fragment and never count twice.
 * Sources are values: equal sources share one lane.
 */
public interface Source {
  /** The node that serves it. */
  NodeId node();

  /** What kind of node that is. */
  SourceKind kind();
}
