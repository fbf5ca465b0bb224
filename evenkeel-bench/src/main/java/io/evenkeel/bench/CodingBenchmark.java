package io.evenkeel.bench;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.Decoder;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
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

/**
 * Encoding one substripe, beside copying its data and beside Hadoop's own coder. Single calls are
 * sampled: their median and fastest tenth mean something on a machine that does other work too,
 * their mean does not.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
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
  private Decoder decoder;
  private ByteBuffer[] inputs;
  private ByteBuffer[] outputs;

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
    for (int p = 0; p < m; p++) {
      if (coder.spec().scheme() == CodeSpec.Scheme.RS
          && !Arrays.equals(parity[p].array(), hadoopParity[p])) {
        throw new IllegalStateException("parity " + p + " of " + code + " is not Hadoop's");
      }
    }
    prepareDecoding();
  }

  /** The first data subblock is lost; what is decoded must be what was encoded. */
  private void prepareDecoding() {
    IndexSet lost = IndexSet.of(0);
    decoder = coder.decoder(IndexSet.range(0, coder.totalCount()).minus(lost), lost);
    inputs = Arrays.copyOf(data, coder.totalCount());
    for (int p = 0; p < parity.length; p++) {
      inputs[data.length + p] = ByteBuffer.wrap(parity[p].array().clone());
    }
    outputs = new ByteBuffer[coder.totalCount()];
    outputs[0] = ByteBuffer.allocate(subblockBytes);
    decoder.decode(inputs, outputs);
    if (!outputs[0].equals(data[0])) {
      throw new IllegalStateException(code + " does not decode what it encoded");
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

  /** One lost data subblock from k others. */
  @Benchmark
  public Object decode() {
    decoder.decode(inputs, outputs);
    return outputs;
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
