package io.evenkeel.client.read;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.policy.scheme.Scheme;

/** The code of a replicated file's stripes, what they are cut into, and which scheme reads them. */
public record ReadLayout(CodeSpec code, int subblockBytes, Scheme scheme) {}
