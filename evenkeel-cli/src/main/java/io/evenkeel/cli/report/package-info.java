/**
 * Results as a page for a browser: one file, which is read without a network and without a script,
 * by day and by night.
 */
package io.evenkeel.cli.report;
