/** Where HDFS puts the blocks of a stripe, decided on the NameNode. */
package io.evenkeel.hadoop.placement;
