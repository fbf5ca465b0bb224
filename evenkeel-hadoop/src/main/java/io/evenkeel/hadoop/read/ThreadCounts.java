package io.evenkeel.hadoop.read;

import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FileSystem.Statistics.StatisticsData;

/**
 * What Hadoop counts of reads by thread. Spark and MapReduce look at the thread of a task: what
 * another thread reads for it is taken from that one's count and added to the task's.
 *
 * @param remoteMillis spent on reads from other machines
 */
record ThreadCounts(
    long bytes,
    long bytesLocal,
    long bytesAtOneOrTwo,
    long bytesAtThreeOrFour,
    long bytesFarther,
    long bytesErasureCoded,
    long remoteMillis) {
  static final ThreadCounts NOTHING = new ThreadCounts(0, 0, 0, 0, 0, 0, 0);

  /**
   * Of the calling thread until now.
   *
   * @param statistics of the file system
   */
  static ThreadCounts ofThread(FileSystem.Statistics statistics) {
    StatisticsData data = statistics.getThreadStatistics();
    return new ThreadCounts(
        data.getBytesRead(),
        data.getBytesReadLocalHost(),
        data.getBytesReadDistanceOfOneOrTwo(),
        data.getBytesReadDistanceOfThreeOrFour(),
        data.getBytesReadDistanceOfFiveOrLarger(),
        data.getBytesReadErasureCoded(),
        data.getRemoteReadTimeMS());
  }

  ThreadCounts plus(ThreadCounts other) {
    return combined(other, 1);
  }

  ThreadCounts minus(ThreadCounts other) {
    return combined(other, -1);
  }

  private ThreadCounts combined(ThreadCounts other, int sign) {
    return new ThreadCounts(
        bytes + sign * other.bytes,
        bytesLocal + sign * other.bytesLocal,
        bytesAtOneOrTwo + sign * other.bytesAtOneOrTwo,
        bytesAtThreeOrFour + sign * other.bytesAtThreeOrFour,
        bytesFarther + sign * other.bytesFarther,
        bytesErasureCoded + sign * other.bytesErasureCoded,
        remoteMillis + sign * other.remoteMillis);
  }

  /** Counted on the calling thread from now on. */
  void addToThread(FileSystem.Statistics statistics) {
    statistics.incrementBytesRead(bytes);
    statistics.incrementBytesReadByDistance(0, bytesLocal);
    statistics.incrementBytesReadByDistance(1, bytesAtOneOrTwo);
    statistics.incrementBytesReadByDistance(3, bytesAtThreeOrFour);
    statistics.incrementBytesReadByDistance(Integer.MAX_VALUE, bytesFarther);
    statistics.incrementBytesReadErasureCoded(bytesErasureCoded);
    statistics.increaseRemoteReadTime(remoteMillis);
  }
}
