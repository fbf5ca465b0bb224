/**
 * What all command lines of the product have in common: options and their bounds, sizes, where
 * results go, progress, errors, what is said at Ctrl-C.
 */
package io.evenkeel.command;
