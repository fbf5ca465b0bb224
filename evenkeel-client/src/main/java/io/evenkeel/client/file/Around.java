package io.evenkeel.client.file;

import io.evenkeel.core.model.NodeId;

/**
 * A node that one read keeps off, whatever is believed of it otherwise.
 *
 * @param wasAsked whether it has been asked for the same bytes just before
 */
public record Around(NodeId node, boolean wasAsked) {}
