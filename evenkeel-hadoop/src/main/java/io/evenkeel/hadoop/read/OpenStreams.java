package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.LazyFile;
import io.evenkeel.client.file.StripedFile;
import io.evenkeel.client.nodes.LedgerBook;
import io.evenkeel.client.read.ReadLayout;
import io.evenkeel.client.read.ReadServices;
import io.evenkeel.client.stream.ContiguousPositional;
import io.evenkeel.client.stream.ContiguousSequential;
import io.evenkeel.client.stream.CourseChoice;
import io.evenkeel.client.stream.StripedPositional;
import io.evenkeel.client.stream.StripedSequential;
import io.evenkeel.client.stream.Thresholds;
import io.evenkeel.hadoop.lane.BlockConnector;
import io.evenkeel.policy.layout.Verification;
import io.evenkeel.policy.scheme.Schemes;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hdfs.DFSClient;
import org.apache.hadoop.hdfs.DFSInputStream;
import org.apache.hadoop.hdfs.DFSStripedInputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts our reading in front of the stock streams of one file system.
 *
 * @param striped how what is decoded of erasure-coded files is verified; empty where these are read
 *     the stock way
 * @param statistics of the file system
 */
public record OpenStreams(
    DFSClient client,
    BlockConnector connector,
    ReadServices services,
    ReadLayout layout,
    Thresholds thresholds,
    Optional<Verification> striped,
    FileSystem.Statistics statistics) {
  private static final Logger LOG = LoggerFactory.getLogger(OpenStreams.class);

  /**
   * The stream that reads past slow nodes what a stock stream reads; empty for one to leave as it
   * is. A stream that does not verify checksums is covered too: lanes verify theirs whatever it
   * does.
   */
  public Optional<EvenkeelDataInputStream> over(DFSInputStream stock) {
    LedgerBook ledgers = services.nodes().ledgers().part();
    HdfsStream stream = new HdfsStream(stock, connector);
    Optional<StreamReads> reads = Optional.empty();
    if (stock.getClass() == DFSInputStream.class) {
      reads = Optional.of(replicated(stream, ledgers));
    } else if (stock.getClass() == DFSStripedInputStream.class && striped.isPresent()) {
      reads = striped(stream, ledgers);
    }
    return reads.map(
        r ->
            new EvenkeelDataInputStream(
                new EvenkeelInputStream(stream, r, services, statistics, ledgers)));
  }

  private StreamReads replicated(HdfsStream stream, LedgerBook ledgers) {
    LazyFile known =
        new LazyFile(
            () -> OpenFiles.of(services, ledgers, layout, connector, stream, client),
            OpenFiles::lostAt,
            services.background());
    LaneBytes laneBytes = new LaneBytes(stream.in(), statistics, false);
    CourseChoice courses = new CourseChoice(stream, known, services, ledgers);
    return new StreamReads(
        new ContiguousSequential(stream, known, services, thresholds, laneBytes::count, courses),
        new ContiguousPositional(
            stream, known, services, thresholds.preadBytes(), laneBytes::count, courses, ledgers),
        known,
        known::blockBytes,
        laneBytes);
  }

  private Optional<StreamReads> striped(HdfsStream stream, LedgerBook ledgers) {
    Optional<StripedFile> opened;
    try {
      opened =
          OpenFiles.striped(
              services,
              ledgers,
              Schemes.ofErasureCoded(layout.scheme()),
              striped.orElseThrow(),
              connector,
              stream,
              client);
    } catch (IOException | RuntimeException | LinkageError e) {
      LOG.warn("An erasure-coded file is read the stock way, for its blocks are not known", e);
      opened = Optional.empty();
    }
    LaneBytes laneBytes = new LaneBytes(stream.in(), statistics, true);
    return opened.map(
        file ->
            new StreamReads(
                new StripedSequential(stream, file, services, laneBytes::count),
                new StripedPositional(stream, file, services, laneBytes::count),
                file,
                () -> OptionalLong.of(file.cellBytes()),
                laneBytes));
  }
}
