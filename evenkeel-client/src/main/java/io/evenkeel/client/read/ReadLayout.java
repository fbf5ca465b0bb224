package io.evenkeel.client.read;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.policy.scheme.Scheme;

/**
 * The code of a file, what it is cut into, and which scheme reads it.
 *
 * @param subblockBytes of an erasure-coded file, its cells
 */
public record ReadLayout(CodeSpec code, int subblockBytes, Scheme scheme) {}
