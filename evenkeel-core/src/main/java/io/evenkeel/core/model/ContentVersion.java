package io.evenkeel.core.model;

import java.util.Objects;

/**
 * Which content something is of: equal versions hold equal bytes, and nothing else can be learned
 * from one but by who made it; {@link BlockContents} is that for blocks of HDFS.
 *
 * @param space whose ids these are, as a block pool; few of them are in use at a time
 * @param id which content of that space, as printable ASCII
 */
public record ContentVersion(String space, String id) {
  private static final int SPACE_CHARS_MAX = 256;
  private static final int ID_CHARS_MAX = 4096;

  public ContentVersion {
    requireText("space", space, SPACE_CHARS_MAX);
    requireText("id", id, ID_CHARS_MAX);
  }

  private static void requireText(String name, String text, int most) {
    Objects.requireNonNull(text, name);
    boolean isPlain = !text.isEmpty() && text.length() <= most;
    for (int i = 0; isPlain && i < text.length(); i++) {
      isPlain = text.charAt(i) > ' ' && text.charAt(i) < 0x7F;
    }
    if (!isPlain) {
      throw new IllegalArgumentException(
          "the %s of a content must be 1 to %d printable ASCII characters, got %d"
              .formatted(name, most, text.length()));
    }
  }

  // Not the generated ones, which every new process would wait for: decision 13.
  @Override
  public boolean equals(Object other) {
    return other instanceof ContentVersion that && id.equals(that.id) && space.equals(that.space);
  }

  @Override
  public int hashCode() {
    return id.hashCode();
  }
}
