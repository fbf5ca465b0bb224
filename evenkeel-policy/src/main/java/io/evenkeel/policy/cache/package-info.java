/**
 * What parity is worth its room: CSAC (POCache, section 3.3), and by name what it is made of:
 * admission, eviction, prediction; and the clairvoyant optimum to compare with.
 */
package io.evenkeel.policy.cache;
