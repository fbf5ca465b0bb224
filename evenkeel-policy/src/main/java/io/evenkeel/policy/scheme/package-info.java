/**
 * Which fragments are asked first: adaptive, pocache and parallel, and the planner of HDFS stripes.
 */
package io.evenkeel.policy.scheme;
