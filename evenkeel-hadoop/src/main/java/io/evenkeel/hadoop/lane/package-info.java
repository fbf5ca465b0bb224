/** Connections to DataNodes that are watched and can be cut, and lanes over HDFS blocks. */
package io.evenkeel.hadoop.lane;
