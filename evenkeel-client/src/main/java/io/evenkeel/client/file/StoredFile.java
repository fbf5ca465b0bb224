package io.evenkeel.client.file;

import io.evenkeel.core.port.LaneSource;

/**
 * What a file system knows of a replicated file, for a {@link ContiguousFile}.
 *
 * @param path by which the manager knows it
 * @param lanes to the replicas of its blocks
 */
public record StoredFile(String path, Stripes stripes, LaneSource lanes, Losses losses) {}
