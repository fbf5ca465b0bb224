/** What runs, for people: {@code evenkeel status} and {@code evenkeel explain}. */
package io.evenkeel.cli.inspect;
