/** Where fragments of a file are: which of them make a group, and every way to get each of them. */
package io.evenkeel.policy.layout;
