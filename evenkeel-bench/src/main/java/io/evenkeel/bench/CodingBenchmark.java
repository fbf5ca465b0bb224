package io.evenkeel.bench;

import io.evenkeel.coding.CodeSpec;
import io.evenkeel.coding.Decoder;
import io.evenkeel.coding.ErasureCode;
import io.evenkeel.coding.IndexSet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.io.erasurecode.ErasureCoderOptions;
import org.apache.hadoop.io.erasurecode.rawcoder.RSRawEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.RawErasureEncoder;
import org.apache.hadoop.io.erasurecode.rawcoder.XORRawEncoder;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Encoding one substripe, beside copying its data and beside Hadoop's own coder, some calls of each
 * after the other in the same JVM. Memory pages, clock rate and whatever else the machine does are
 * then the same for all, so that the ratio of the times within one iteration means something where
 * the times themselves do not.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class CodingBenchmark {
  @Param({"xor-4-1", "rs-10-4"})
  public String code;

  @Param({"1048576"})
  public int subblockBytes;

  private static final int CALLS = 8;

  private ErasureCode coder;
  private ByteBuffer[] data;
  private ByteBuffer[] parity;
  private byte[][] dataArrays;
  private byte[][] copies;
  private byte[][] hadoopParity;
  private RawErasureEncoder hadoop;
  private Decoder decoder;
  private ByteBuffer[] inputs;
  private ByteBuffer[] outputs;

  /** Pseudo-random data; the two coders must agree before anything is timed. */
  @Setup
  public void setUp() {
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
    ErasureCoderOptions options = new ErasureCoderOptions(k, m);
    hadoop =
        coder.spec().scheme() == CodeSpec.Scheme.XOR
            ? new XORRawEncoder(options)
            : new RSRawEncoder(options);
    encode();
    hadoop();
    for (int p = 0; p < m; p++) {
      if (!Arrays.equals(parity[p].array(), hadoopParity[p])) {
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

  /** Nanoseconds of an iteration, by what they were spent on. */
  @AuxCounters(AuxCounters.Type.EVENTS)
  @State(Scope.Thread)
  public static class Nanos {
    public long copy;
    public long encode;
    public long accumulate;
    public long decode;
    public long hadoop;
  }

  /** Some calls of each. */
  @Benchmark
  public void round(Nanos nanos) {
    nanos.copy += time(this::copy, CALLS);
    nanos.encode += time(this::encode, CALLS);
    nanos.accumulate += time(this::accumulate, CALLS);
    nanos.decode += time(this::decode, CALLS);
    // It is too slow for so many; what it is compared with is not sensitive to their number.
    nanos.hadoop += CALLS * time(this::hadoop, 1);
  }

  private static long time(Runnable call, int calls) {
    // What the one before has left in the caches is not for this one.
    call.run();
    long start = System.nanoTime();
    for (int i = 0; i < calls; i++) {
      call.run();
    }
    return System.nanoTime() - start;
  }

  /** Memory copy of the k data subblocks. */
  private void copy() {
    for (int i = 0; i < copies.length; i++) {
      System.arraycopy(dataArrays[i], 0, copies[i], 0, subblockBytes);
    }
  }

  private void encode() {
    coder.encode(data, parity);
  }

  /** The same, one data subblock after the other, as when a file is written. */
  private void accumulate() {
    coder.begin(0, data[0], parity);
    for (int i = 1; i < data.length; i++) {
      coder.accumulate(i, data[i], parity);
    }
  }

  /** One lost data subblock from k others. */
  private void decode() {
    decoder.decode(inputs, outputs);
  }

  private void hadoop() {
    try {
      hadoop.encode(dataArrays, hadoopParity);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
