package io.evenkeel.cli;

/**
 * A command that takes longer than one likes to wait, and starts nothing but what a {@link
 * io.evenkeel.process.Janitor} ends: when it is stopped, that is done and said.
 */
public interface LongCommand {}
