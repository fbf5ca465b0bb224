/** What every client needs of its process: a timer, a switch, lines of the log. */
package io.evenkeel.client.process;
