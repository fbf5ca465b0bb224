package io.evenkeel.core.fill;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.coding.CodeSpec;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class ParityEncoderProperties {
  private static final int SUMMED_SUBBLOCK = 3 * 8192;
  private static final int SUMMED_BLOCK = 2 * SUMMED_SUBBLOCK;

  private static CodeSpec code(int k, int m) {
    return m == 1 ? CodeSpec.xor(k) : CodeSpec.rs(k, m);
  }

  @Property(tries = 400)
  void anyFile_isStoredAsItsReferenceEncoding(
      @ForAll @IntRange(min = 1, max = 6) int k,
      @ForAll @IntRange(min = 1, max = 3) int m,
      @ForAll @IntRange(min = 1, max = 3000) int subblockBytes,
      @ForAll @IntRange(min = 1, max = 5) int substripes,
      @ForAll @IntRange(min = 0, max = 60_000) int fileBytes,
      @ForAll @IntRange(min = 1, max = 9000) int writeBytesMax,
      @ForAll @IntRange(min = 1, max = 20_000) int handOverBytes,
      @ForAll long seed) {
    WriteScene scene = new WriteScene(WriteScene.limits(code(k, m), subblockBytes, handOverBytes));
    long blockBytes = (long) subblockBytes * substripes;
    byte[] file = WriteScene.bytes(seed, fileBytes);
    writeInPieces(scene, scene.open(blockBytes), file, blockBytes, writeBytesMax, seed);
    scene.assertPublished(file, blockBytes);
    scene.assertAtRest();
    assertThat(scene.log).isEmpty();
  }

  @Property(tries = 40)
  void subblocksOfSeveralChecksums_areStoredAsTheirReferenceEncoding(
      @ForAll @IntRange(min = 1, max = 4) int k,
      @ForAll @IntRange(min = 1, max = 2) int m,
      @ForAll @IntRange(min = 60_000, max = 200_000) int subblockBytes,
      @ForAll @IntRange(min = 0, max = 2_000_000) int fileBytes,
      @ForAll @IntRange(min = 1000, max = 300_000) int writeBytesMax,
      @ForAll long seed) {
    WriteScene scene = new WriteScene(WriteScene.limits(code(k, m), subblockBytes));
    long blockBytes = 2L * subblockBytes;
    byte[] file = WriteScene.bytes(seed, fileBytes);
    writeInPieces(scene, scene.open(blockBytes), file, blockBytes, writeBytesMax, seed);
    scene.assertPublished(file, blockBytes);
    scene.assertAtRest();
  }

  @Property(tries = 200)
  void filesAtOnceUnderAnyBudget_holdNoMoreAndPublishOnlyWholeStripes(
      @ForAll @IntRange(min = 0, max = 40_000) int processBytes,
      @ForAll @IntRange(min = 1, max = 4) int files,
      @ForAll @IntRange(min = 1, max = 3) int fragmentsInFlight,
      @ForAll @IntRange(min = 1, max = 8000) int handOverBytes,
      @ForAll long seed) {
    WriteLimits limits =
        WriteScene.limits(CodeSpec.rs(3, 2), 1000, handOverBytes)
            .withProcessBytes(processBytes)
            .withInFlight(3, fragmentsInFlight);
    WriteScene scene = new WriteScene(limits);
    Random random = new Random(seed);
    ParityEncoder[] encoders = new ParityEncoder[files];
    for (int i = 0; i < files; i++) {
      encoders[i] = scene.writers.encoder("/" + i, 3000).orElse(null);
      assertThat(encoders[i] == null).isEqualTo(i >= 3);
    }
    int fileBytes = random.nextInt(30_000);
    for (int done = 0; done < fileBytes; done += 700) {
      int length = Math.min(700, fileBytes - done);
      for (ParityEncoder encoder : encoders) {
        if (encoder != null) {
          encoder.write(WriteScene.bytes(done, length), 0, length);
        }
      }
      scene.time.advance(random.nextInt(3_000_000));
    }
    for (ParityEncoder encoder : encoders) {
      if (encoder != null) {
        WriteScene.close(encoder, fileBytes, 3000);
      }
    }
    scene.time.exhaust();
    scene.assertAtRest();
    assertThat(scene.budget.peakBytes()).isLessThanOrEqualTo(processBytes);
    assertThat(scene.store.peakOutstanding).isLessThanOrEqualTo(fragmentsInFlight);
    int expected =
        scene.manager.published.values().stream().mapToInt(p -> p.geometry().substripeCount()).sum()
            * 2;
    assertThat(scene.store.fragments).hasSize(expected);
    WriteTotals totals = scene.writers.totals();
    assertThat(totals.stripesPublished()).isEqualTo(scene.manager.published.size());
    int stripes = (fileBytes + 8999) / 9000 * Math.min(files, 3);
    assertThat(totals.stripesPublished() + totals.stripesUnprotected()).isEqualTo(stripes);
  }

  /** Some bytes come with checksums, some without, some in the middle of a piece. */
  @Property(tries = 100)
  void checksumsOfTheFileSystem_giveWhatComputingThemGives(
      @ForAll @IntRange(min = 1, max = 200_000) int fileBytes, @ForAll long seed) {
    WriteScene scene = new WriteScene(WriteScene.limits(CodeSpec.rs(2, 1), SUMMED_SUBBLOCK));
    byte[] file = WriteScene.bytes(seed, fileBytes);
    ParityEncoder encoder = scene.open(SUMMED_BLOCK);
    Random random = new Random(seed);
    for (int done = 0; done < file.length; ) {
      int left = file.length - done;
      int pieces = Math.min(left / 512, random.nextInt(60));
      int length = Math.min(left, random.nextInt(4) == 0 ? 1 + random.nextInt(9000) : pieces * 512);
      length = length == 0 ? left % 512 : length;
      boolean sums = done % 512 == 0 && length % 512 == 0 && length > 0 && random.nextInt(3) > 0;
      int step = length == 0 ? Math.min(left, 512) : length;
      encoder.write(file, done, step, sums ? sums(file, done, step) : null);
      done += step;
    }
    WriteScene.close(encoder, file.length, SUMMED_BLOCK);
    scene.time.exhaust();
    scene.assertPublished(file, SUMMED_BLOCK);
  }

  private static int[] sums(byte[] bytes, int from, int length) {
    int[] sums = new int[length / 512];
    for (int piece = 0; piece < sums.length; piece++) {
      CRC32C crc = new CRC32C();
      crc.update(bytes, from + piece * 512, 512);
      sums[piece] = (int) crc.getValue();
    }
    return sums;
  }

  private static void writeInPieces(
      WriteScene scene,
      ParityEncoder encoder,
      byte[] file,
      long blockBytes,
      int writeBytesMax,
      long seed) {
    Random random = new Random(seed);
    int done = 0;
    while (done < file.length) {
      int length = Math.min(file.length - done, random.nextInt(writeBytesMax) + 1);
      // A copy that is overwritten afterwards: the encoder may not keep the caller's array.
      byte[] piece = new byte[length + 3];
      System.arraycopy(file, done, piece, 3, length);
      encoder.write(piece, 3, length);
      Arrays.fill(piece, (byte) 0x5a);
      done += length;
      if (random.nextInt(4) == 0) {
        scene.time.advance(random.nextInt(2_000_000));
      }
    }
    WriteScene.close(encoder, file.length, blockBytes);
    scene.time.exhaust();
  }
}
