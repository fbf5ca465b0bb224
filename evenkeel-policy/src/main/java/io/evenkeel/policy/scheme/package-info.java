/** Which of the ways to a group's fragments are asked first: adaptive, pocache and parallel. */
package io.evenkeel.policy.scheme;
