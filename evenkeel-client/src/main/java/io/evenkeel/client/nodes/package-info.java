/** What this process believes of the storage nodes, and what going around them has cost. */
package io.evenkeel.client.nodes;
