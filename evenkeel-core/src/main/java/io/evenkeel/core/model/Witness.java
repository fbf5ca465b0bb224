package io.evenkeel.core.model;

/**
 * Who tells of storage nodes: all clients of one machine. Whoever runs two processes there, or a
 * thousand, is one witness. Named by where its words come from, never by what they say.
 */
public record Witness(String name) {
  /** The machine that the manager itself runs on. */
  public static final Witness THIS_MACHINE = new Witness("this machine");

  private static final int NAME_CHARS_MAX = 64;

  public Witness {
    if (name.isEmpty() || name.length() > NAME_CHARS_MAX) {
      throw new IllegalArgumentException(
          "a witness has a name of 1 to %d characters, got '%s'".formatted(NAME_CHARS_MAX, name));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
