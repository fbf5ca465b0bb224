/** Child processes that end with the JVM which started them, and Redis servers among them. */
package io.evenkeel.process;
