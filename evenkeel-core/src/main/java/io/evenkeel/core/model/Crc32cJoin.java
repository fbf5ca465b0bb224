package io.evenkeel.core.model;

/**
 * The CRC32C of bytes whose parts' CRC32Cs are known: of A followed by B it is that of A carried
 * over B's length, and that of B (the identity that zlib's crc32_combine goes by). To carry is
 * linear, so that a matrix of bits does it for one length, and tables of what bytes become do it
 * with four look-ups. Thread-safe.
 */
public final class Crc32cJoin {
  /** Castagnoli's, bits reversed. */
  private static final int POLYNOMIAL = 0x82F63B78;

  private static final int BYTES = Integer.BYTES;
  private static final int BYTE_VALUES = 1 << Byte.SIZE;

  /** Over 1, 2, 4 ... bytes. */
  private static final int[][] POWERS = powers();

  private final int[][] tables = new int[BYTES][BYTE_VALUES];

  /**
   * For parts of one length.
   *
   * @param lengthBytes above 0
   */
  public Crc32cJoin(int lengthBytes) {
    for (int at = 0; at < BYTES; at++) {
      for (int value = 0; value < BYTE_VALUES; value++) {
        tables[at][value] = carried(value << at * Byte.SIZE, lengthBytes);
      }
    }
  }

  /** Of what {@code first} is of, followed by as many bytes as this is for. */
  public int join(int first, int second) {
    return tables[0][first & 0xff]
        ^ tables[1][first >>> 8 & 0xff]
        ^ tables[2][first >>> 16 & 0xff]
        ^ tables[3][first >>> 24]
        ^ second;
  }

  /** The same for any length, in a hundred times the time. */
  public static int join(int first, int second, int secondBytes) {
    return carried(first, secondBytes) ^ second;
  }

  private static int carried(int crc, int lengthBytes) {
    int carried = crc;
    for (int power = 0; power < POWERS.length; power++) {
      if ((lengthBytes >>> power & 1) != 0) {
        carried = times(POWERS[power], carried);
      }
    }
    return carried;
  }

  private static int[][] powers() {
    // Over one bit: what was the lowest is divided by, the others move down.
    int[] over = new int[Integer.SIZE];
    over[0] = POLYNOMIAL;
    for (int bit = 1; bit < Integer.SIZE; bit++) {
      over[bit] = 1 << bit - 1;
    }
    for (int bits = 1; bits < Byte.SIZE; bits *= 2) {
      over = squared(over);
    }
    int[][] powers = new int[Integer.SIZE - 1][];
    for (int power = 0; power < powers.length; power++) {
      powers[power] = over;
      over = squared(over);
    }
    return powers;
  }

  private static int[] squared(int[] matrix) {
    int[] square = new int[matrix.length];
    for (int bit = 0; bit < matrix.length; bit++) {
      square[bit] = times(matrix, matrix[bit]);
    }
    return square;
  }

  private static int times(int[] matrix, int vector) {
    int product = 0;
    int rest = vector;
    while (rest != 0) {
      product ^= matrix[Integer.numberOfTrailingZeros(rest)];
      rest &= rest - 1;
    }
    return product;
  }
}
