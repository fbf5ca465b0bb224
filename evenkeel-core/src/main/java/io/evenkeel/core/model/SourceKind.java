package io.evenkeel.core.model;

/** What serves a source. Sources of one kind are expected to be about equally fast. */
public enum SourceKind {
  /** The nodes that store the file. */
  STORAGE,
  /** The nodes that cache fragments. */
  CACHE
}
