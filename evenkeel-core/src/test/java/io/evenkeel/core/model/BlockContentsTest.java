package io.evenkeel.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class BlockContentsTest {
  @Property
  void numbers_areReadAsWritten(@ForAll @Size(max = 30) List<Long> numbers) {
    Packed written = new Packed();
    numbers.forEach(written::write);
    Packed read = new Packed(written.toBytes());
    List<Long> found = new ArrayList<>();
    while (read.hasMore()) {
      found.add(read.read());
    }
    assertThat(found).isEqualTo(numbers);
  }

  @Property
  void contents_sayTheirBlocks_andEqualOnlyIfTheseDo(
      @ForAll @Size(min = 1, max = 6) List<@LongRange(min = 0, max = 3) Long> first,
      @ForAll @Size(min = 1, max = 6) List<@LongRange(min = 0, max = 3) Long> second) {
    List<BlockVersion> a = blocks(first);
    List<BlockVersion> b = blocks(second);
    assertThat(BlockContents.blocks(BlockContents.of(a))).isEqualTo(a);
    assertThat(BlockContents.of(a).equals(BlockContents.of(b))).isEqualTo(a.equals(b));
  }

  private static List<BlockVersion> blocks(List<Long> from) {
    return from.stream()
        .map(n -> new BlockVersion("pool-" + from.get(0) % 2, n * (Long.MAX_VALUE / 3), -n, n / 2))
        .toList();
  }

  @Test
  void noBlock_andBlocksOfTwoPools_areNoContent() {
    assertThatThrownBy(() -> BlockContents.of(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () ->
                BlockContents.of(
                    List.of(new BlockVersion("a", 1, 1, 1), new BlockVersion("b", 2, 1, 1))))
        .hasMessage("blocks of one file are of one pool, got a and b");
  }

  @Test
  void contentOfSomebodyElse_isNoListOfBlocks() {
    for (String id : List.of("gA", "AAAA.", "_", "AQ")) {
      assertThatThrownBy(() -> BlockContents.blocks(new ContentVersion("p", id)))
          .as(id)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void contentIsBoundedText() {
    for (String bad : List.of("", " ", "a\n", "\u00e4", "x".repeat(4097))) {
      assertThatThrownBy(() -> new ContentVersion("p", bad)).as(bad).hasMessageContaining("the id");
    }
    assertThatThrownBy(() -> new ContentVersion("p".repeat(257), "x"))
        .hasMessageContaining("the space of a content must be 1 to 256");
  }
}
