/** The words of the house: stripes, versions, sources, tickets, samples and reports. */
package io.evenkeel.core.model;
