package io.evenkeel.dist;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;

/**
 * Reads a file as Spark and Hive do with jars that come with a job: Hadoop is in the parent, the
 * jar in a loader that looks at its own classes first. Prints the digest and what the reads added
 * up to.
 */
final class ChildFirstReadMain {
  private static final int BUFFER_BYTES = 1 << 20;

  private ChildFirstReadMain() {}

  private static final class ChildFirst extends URLClassLoader {
    ChildFirst(URL jar, ClassLoader parent) {
      super(new URL[] {jar}, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        if (loaded == null) {
          try {
            loaded = findClass(name);
          } catch (ClassNotFoundException notOurs) {
            return super.loadClass(name, resolve);
          }
        }
        return loaded;
      }
    }
  }

  /** Takes the jar and the path of the file. */
  public static void main(String[] args) throws Exception {
    try (ChildFirst loader =
        new ChildFirst(
            Path.of(args[0]).toUri().toURL(), ChildFirstReadMain.class.getClassLoader())) {
      Thread.currentThread().setContextClassLoader(loader);
      read(new org.apache.hadoop.fs.Path(args[1]), loader);
    }
  }

  private static void read(org.apache.hadoop.fs.Path path, ClassLoader loader) throws Exception {
    Configuration conf = new Configuration();
    // Healthy reads are the stock stream's; by this scheme they are lanes'.
    conf.set("evenkeel.scheme", "parallel");
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (FileSystem fs = FileSystem.get(conf)) {
      if (fs.getClass().getClassLoader() != loader) {
        throw new IOException(fs.getClass() + " is not of the child's loader");
      }
      try (FSDataInputStream in = fs.open(path, BUFFER_BYTES)) {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          digest.update(buffer, 0, count);
        }
      }
      System.out.println("sha256=" + HexFormat.of().formatHex(digest.digest()));
      // Not of this loader's classes, as in the engines that it stands for.
      System.out.println(fs.getClass().getMethod("readTotals").invoke(fs));
    }
  }
}
