/** What all command lines of the product have in common: how sizes are written, how errors are. */
package io.evenkeel.server.command;
