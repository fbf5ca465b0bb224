/**
 * Writing through HDFS unchanged, with the parity encoded on the side: one client class in place of
 * the stock one, so that every way to create a file is covered in one place.
 */
package io.evenkeel.hadoop.write;
