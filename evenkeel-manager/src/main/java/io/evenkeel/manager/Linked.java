package io.evenkeel.manager;

/**
 * What can be in one {@link Chain} at a time; the links are part of it and cost no other object.
 */
abstract class Linked<T extends Linked<T>> {
  T before;
  T after;
  Chain<T> chain;
}
