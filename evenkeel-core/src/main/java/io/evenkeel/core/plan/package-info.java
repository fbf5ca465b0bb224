/** What a read could ask for: groups of fragments, and which sets of them suffice. */
package io.evenkeel.core.plan;
