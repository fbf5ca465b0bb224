/** Watches over what reading threads wait for, and ends waits that are late. */
package io.evenkeel.client.watch;
