package io.evenkeel.client.file;

import io.evenkeel.core.model.NodeId;

/**
 * A node that one read keeps off, whatever is believed of it otherwise.
 *
 * @param wasAsked whether it has been asked for the same bytes just before
 * @param bySlowNodes whether the read takes no other node for slow: there is no way but by those
 */
public record Around(NodeId node, boolean wasAsked, boolean bySlowNodes) {}
