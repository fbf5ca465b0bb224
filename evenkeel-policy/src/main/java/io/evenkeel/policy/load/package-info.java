/**
 * How fast nodes serve, and which of them are stragglers: rates over a sliding window, detectors by
 * name, and a watch that keeps what they say steady. Pure: time comes in with each call.
 */
package io.evenkeel.policy.load;
