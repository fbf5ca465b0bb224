package io.evenkeel.bench;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.ErasureCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawEncoder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Encoding one substripe, beside copying its data and beside Hadoop's own coder. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodingBenchmark {
  @Param({"xor-4-1", "rs-10-4"})
  public String code;

  @Param({"1048576"})
  public int subblockBytes;

  private ErasureCode coder;
  private ByteBuffer[] data;
  private ByteBuffer[] parity;
  private byte[][] dataArrays;
  private byte[][] copies;
  private byte[][] hadoopParity;
  private RSRawEncoder hadoop;

  /** Pseudo-random data; the two coders must agree before anything is timed. */
  @Setup
  public void setUp() throws Exception {
    coder = ErasureCode.of(CodeSpec.parse(code));
    int k = coder.dataCount();
    int m = coder.parityCount();
    SplittableRandom random = new SplittableRandom(1);
    dataArrays = new byte[k][subblockBytes];
    copies = new byte[k][subblockBytes];
    for (byte[] array : dataArrays) {
      random.nextBytes(array);
    }
    data = Arrays.stream(dataArrays).map(ByteBuffer::wrap).toArray(ByteBuffer[]::new);
    parity = new ByteBuffer[m];
    Arrays.setAll(parity, p -> ByteBuffer.allocate(subblockBytes));
    hadoopParity = new byte[m][subblockBytes];
    hadoop = new RSRawEncoder(new ErasureCoderOptions(k, m));
    encode();
    hadoop();
    if (coder.spec().scheme() == CodeSpec.Scheme.RS
        && !Arrays.equals(parity[0].array(), hadoopParity[0])) {
      throw new IllegalStateException("the parities of " + code + " are not Hadoop's");
    }
  }

  @Benchmark
  public Object encode() {
    coder.encode(data, parity);
    return parity;
  }

  /** The same, one data subblock after the other, as when a file is written. */
  @Benchmark
  public Object accumulate() {
    for (int i = 0; i < data.length; i++) {
      coder.accumulate(i, data[i], parity);
    }
    return parity;
  }

  /** Memory copy of the k data subblocks. */
  @Benchmark
  public Object copy() {
    for (int i = 0; i < copies.length; i++) {
      System.arraycopy(dataArrays[i], 0, copies[i], 0, subblockBytes);
    }
    return copies;
  }

  /** Hadoop's Java coder. */
  @Benchmark
  public Object hadoop() throws Exception {
    hadoop.encode(dataArrays, hadoopParity);
    return hadoopParity;
  }
}
