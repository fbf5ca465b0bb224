/**
 * What every client of a cache node needs whatever it speaks: keys and forms of values, lanes to
 * them, and who is left alone for a while because it does not answer.
 */
package io.evenkeel.core.store;
