/**
 * What is reached of Hadoop though no release promises it, looked up once and told when it is gone.
 */
package io.evenkeel.hadoop.stock;
