/** What is said to people, and how often. */
package io.evenkeel.core.log;
