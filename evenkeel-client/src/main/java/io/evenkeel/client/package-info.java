/**
 * What a reading process needs whatever it reads, made once for all file systems with equal
 * settings.
 */
package io.evenkeel.client;
