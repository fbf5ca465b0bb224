package io.evenkeel.client.nodes;

import io.evenkeel.core.model.NodeId;

/**
 * A probe that {@link NodeBook#tryProbe} has granted: whoever makes it tells the book once how it
 * went.
 *
 * @param isSpare whether reads try the node as well: what it costs was earned before
 */
public record GrantedProbe(NodeId node, ProbeRule rule, boolean isSpare) {}
