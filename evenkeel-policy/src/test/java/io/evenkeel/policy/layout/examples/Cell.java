package io.evenkeel.policy.layout.examples;

import io.evenkeel.core.model.NodeId;
import io.evenkeel.core.model.Source;
import io.evenkeel.core.model.SourceKind;

/** One column of a file of cells on one node: the cells of one index, row after row. */
record Cell(int index, NodeId node, SourceKind kind) implements Source {}
