/** The evenkeel command. */
package io.evenkeel.cli;
