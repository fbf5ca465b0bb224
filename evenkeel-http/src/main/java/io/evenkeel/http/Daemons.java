package io.evenkeel.http;

/** Threads that keep no process alive. */
final class Daemons {
  private Daemons() {}

  static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }
}
