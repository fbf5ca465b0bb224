package io.evenkeel.client.read;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.policy.scheme.Scheme;

/** How a file of contiguous blocks is cut into stripes and groups, and which scheme reads it. */
public record ReadLayout(CodeSpec code, int subblockBytes, Scheme scheme) {}
