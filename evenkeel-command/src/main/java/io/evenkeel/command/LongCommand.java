package io.evenkeel.command;

/**
 * A command that takes longer than one likes to wait, and starts nothing but what the program ends
 * by itself: when it is stopped, that is done and said.
 */
public interface LongCommand {}
