/**
 * A cluster and its readers in virtual time, by the classes that run in production: planner,
 * engine, client, manager and policies are the product's own, and only nodes, links, the clock and
 * who asks for what are simulated.
 */
package io.evenkeel.sim;
