package io.evenkeel.cli.doctor;

import io.evenkeel.core.log.ByteText;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.security.sasl.SaslException;
import org.apache.hadoop.fs.FsServerDefaults;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;

/** Whether the NameNode answers the stock client. */
final class NameNodeCheck implements Check {
  static final String NAME = "NameNode";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) throws IOException {
    URI uri = scene.hdfs();
    if (!"hdfs".equals(uri.getScheme())) {
      return Finding.leftOut(
          NAME,
          "the file system is " + SetKeys.shown(uri) + ", which is no HDFS",
          "name a folder of an HDFS: --probe-folder hdfs://HOST:PORT/FOLDER");
    }
    try (DistributedFileSystem stock = scene.newFileSystem(DistributedFileSystem.class)) {
      FsServerDefaults defaults = stock.getServerDefaults(new Path("/"));
      // Connecting, and loading what it takes, is done.
      long start = System.nanoTime();
      boolean safe = stock.isInSafeMode();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      String found =
          "%s answers %s in %d ms; by itself it cuts files into blocks of %s"
              .formatted(
                  SetKeys.shown(uri),
                  UserGroupInformation.getCurrentUser().getShortUserName(),
                  millis,
                  ByteText.of(defaults.getBlockSize()));
      if (!safe) {
        return Finding.ok(NAME, found);
      }
      scene.foundInSafeMode();
      return Finding.warning(
          NAME, found + "; it is in safe mode", "nothing can be written until it leaves it");
    } catch (SocketTimeoutException e) {
      return late(scene.answerLimit());
    } catch (IOException e) {
      return Finding.failed(NAME, SetKeys.shown(uri) + ": " + Trouble.text(e), advice(e));
    }
  }

  static String advice(IOException why) {
    for (Throwable cause = why; cause != null; cause = cause.getCause()) {
      if (cause instanceof AccessControlException || cause instanceof SaslException) {
        return "log in first (kinit), as a user who may: it answers, but not this one";
      }
    }
    return "see that it runs and that fs.defaultFS is its address: without it there is no HDFS";
  }

  @Override
  public Finding late(Duration limit) {
    return Finding.failed(
        NAME,
        "it did not answer within " + Trouble.text(limit),
        "it hangs, or is no NameNode; --timeout gives it longer");
  }
}
