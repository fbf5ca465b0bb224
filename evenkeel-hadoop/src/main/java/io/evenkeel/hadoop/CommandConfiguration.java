package io.evenkeel.hadoop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;

/** The Hadoop configuration of a process that is a command of Evenkeel's. */
public final class CommandConfiguration {
  /** Names the folder where nobody named another. */
  public static final String FOLDER_VARIABLE = "HADOOP_CONF_DIR";

  private static final List<String> FILES = List.of("core-site.xml", "hdfs-site.xml");

  private CommandConfiguration() {}

  /**
   * Adds {@code core-site.xml} and {@code hdfs-site.xml} of a folder, or whichever is there.
   *
   * @throws IOException where neither is there, or one is and cannot be read
   */
  public static void addFolder(Configuration conf, Path folder) throws IOException {
    boolean any = false;
    for (String name : FILES) {
      Path file = folder.resolve(name);
      if (Files.isRegularFile(file) && Files.isReadable(file)) {
        conf.addResource(new org.apache.hadoop.fs.Path(file.toUri()));
        any = true;
      } else if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        throw new IOException(file + " cannot be read: let this user read it");
      }
    }
    if (!any) {
      throw new IOException("no readable " + String.join(" or ", FILES) + " in " + folder);
    }
  }

  /**
   * Has this process log in to Hadoop as a configuration says, before it asks Hadoop anything: else
   * it would go by the class path alone, and know of no Kerberos.
   *
   * @throws IllegalArgumentException when no login can be had by it
   */
  public static void logInBy(Configuration conf) {
    UserGroupInformation.setConfiguration(conf);
  }
}
