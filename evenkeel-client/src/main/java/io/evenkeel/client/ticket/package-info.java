/** What the manager says of the parity of files that are read: asked for, remembered, decided. */
package io.evenkeel.client.ticket;
