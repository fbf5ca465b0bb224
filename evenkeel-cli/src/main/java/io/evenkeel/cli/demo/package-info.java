/**
 * {@code evenkeel demo}: one file read by the stock client and by Evenkeel, past a slow node and
 * without.
 */
package io.evenkeel.cli.demo;
