package io.evenkeel.hadoop.read;

import io.evenkeel.client.file.LaneFile;
import io.evenkeel.client.stream.PositionalReader;
import io.evenkeel.client.stream.SequentialReader;
import java.util.OptionalLong;
import java.util.function.Supplier;

/**
 * Who reads for one stream.
 *
 * @param file whose reads by lanes end with the stream
 * @param unitBytes ranges of a vectored read are read together only within a unit of so many bytes,
 *     a block or a cell, as far as that is known
 * @param laneBytes what lanes bring is counted here
 */
record StreamReads(
    SequentialReader sequential,
    PositionalReader positional,
    LaneFile file,
    Supplier<OptionalLong> unitBytes,
    LaneBytes laneBytes) {}
