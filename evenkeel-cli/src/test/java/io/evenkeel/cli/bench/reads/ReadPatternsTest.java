package io.evenkeel.cli.bench.reads;

import static io.evenkeel.cli.bench.reads.ReadFile.MIB;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.cli.bench.BenchFiles;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadPatternsTest {
  private static final ReadFile FILE = new ReadFile("file", 4 * MIB, MIB);
  private static final ReadFile OTHER = new ReadFile("other", 2 * MIB, MIB);

  @TempDir private java.nio.file.Path folder;

  @BeforeEach
  void write() throws Exception {
    for (ReadFile file : List.of(FILE, OTHER)) {
      try (OutputStream out = Files.newOutputStream(folder.resolve(file.name()))) {
        for (int i = 0; i < file.pieces(); i++) {
          out.write(BenchFiles.piece(file.seed(), i));
        }
      }
    }
  }

  private Reading read(ReadPattern pattern) throws Exception {
    try (FileSystem local = new RawLocalFileSystem()) {
      local.initialize(URI.create("file:///"), new Configuration(false));
      return pattern.read(local, new Path(folder.toUri()));
    }
  }

  private static List<ReadPattern> patterns() {
    return List.of(
        ReadPatterns.whole(FILE, 4096),
        ReadPatterns.ints(FILE, (int) FILE.bytes() / Integer.BYTES),
        ReadPatterns.single(FILE, (int) FILE.bytes()),
        ReadPatterns.positional(FILE, 200, 1 << 16),
        ReadPatterns.strides(FILE, 1 << 18, 1 << 18),
        ReadPatterns.splits(FILE, 4, MIB, true),
        ReadPatterns.splits(FILE, 4, MIB, false),
        ReadPatterns.vectored(FILE, 4, 4, 1 << 18),
        ReadPatterns.threads(List.of(OTHER, FILE), 0));
  }

  @Test
  void everyPattern_readsWhatItSays() throws Exception {
    assertThat(
            Stream.of(
                    read(ReadPatterns.whole(FILE, 4096)),
                    read(ReadPatterns.positional(FILE, 200, 1 << 16)),
                    read(ReadPatterns.strides(FILE, 1 << 20, 1000)),
                    read(ReadPatterns.vectored(FILE, 2, 4, 1000)))
                .map(Reading::bytes))
        .containsExactly(4 * MIB, 200L << 16, 4000L, 8000L);
    assertThat(read(ReadPatterns.splits(FILE, 3, MIB, true)).opens()).isEqualTo(3);
    assertThat(read(ReadPatterns.threads(List.of(OTHER, FILE), 0)).bytes()).isEqualTo(6 * MIB);
  }

  @Test
  void digest_isTheSameWhateverTheBuffersAndThePauses() throws Exception {
    Reading whole = read(ReadPatterns.whole(FILE, 4096));
    assertThat(read(ReadPatterns.whole(FILE, 1 << 20))).isEqualTo(whole);
    assertThat(read(ReadPatterns.strides(FILE, MIB, MIB))).isEqualTo(whole);
    assertThat(read(ReadPatterns.threads(List.of(FILE, OTHER), 1)))
        .isEqualTo(read(ReadPatterns.threads(List.of(FILE, OTHER), 0)));
    assertThat(read(ReadPatterns.splits(FILE, 4, MIB, false)))
        .isEqualTo(read(ReadPatterns.splits(FILE, 4, MIB, true)));
  }

  @Test
  void oneWrongByte_changesTheDigestOfEveryPattern() throws Exception {
    List<Reading> right = new java.util.ArrayList<>();
    for (ReadPattern pattern : patterns()) {
      right.add(read(pattern));
    }
    java.nio.file.Path file = folder.resolve(FILE.name());
    byte[] bytes = Files.readAllBytes(file);
    bytes[2 * (int) MIB + 4711] ^= 1;
    Files.write(file, bytes);
    for (int i = 0; i < right.size(); i++) {
      assertThat(read(patterns().get(i)).digest())
          .as("pattern %s", i)
          .isNotEqualTo(right.get(i).digest());
    }
  }
}
