/** How likely a read hits a straggler, by what is cached (POCache, JPDC 2022, section 2.2). */
package io.evenkeel.policy.analysis;
