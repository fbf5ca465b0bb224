/** What Evenkeel would do to a cluster: {@code evenkeel simulate}. */
package io.evenkeel.cli.simulate;
