package io.evenkeel.hadoop;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.security.PrivilegedExceptionAction;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.Hdfs;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.security.UserGroupInformation;

/**
 * The drop-in for {@code FileContext}: set {@code fs.AbstractFileSystem.hdfs.impl} to this class.
 * Files are opened through {@link EvenkeelFileSystem}; everything else is the stock {@link Hdfs}.
 */
public class EvenkeelHdfs extends FilterFs {
  /** Hadoop's key for the class of {@code FileContext}. */
  public static final String CLASS_KEY = "fs.AbstractFileSystem.hdfs.impl";

  private final URI uri;
  private final Configuration conf;
  private volatile boolean verifyChecksums = true;

  /** Whose rights all opens have, whoever calls them, as in the stock class. */
  private final UserGroupInformation creator;

  private EvenkeelFileSystem own;

  /** The constructor that {@code FileContext} calls. */
  public EvenkeelHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(stock(uri, conf));
    this.uri = uri;
    this.conf = new Configuration(conf);
    this.creator = UserGroupInformation.getCurrentUser();
  }

  private static AbstractFileSystem stock(URI uri, Configuration conf) throws IOException {
    Configuration copy = new Configuration(conf);
    copy.setClass(CLASS_KEY, Hdfs.class, AbstractFileSystem.class);
    return AbstractFileSystem.createFileSystem(uri, copy);
  }

  /**
   * In no cache, so that nobody else closes it; never closed, as nobody closes a stock {@link
   * Hdfs}.
   */
  synchronized EvenkeelFileSystem fileSystem() throws IOException {
    if (own == null) {
      try {
        own = creator.doAs((PrivilegedExceptionAction<EvenkeelFileSystem>) this::newFileSystem);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new InterruptedIOException("interrupted while a file system was made for " + uri);
      }
    }
    return own;
  }

  private EvenkeelFileSystem newFileSystem() throws IOException {
    EvenkeelFileSystem made = new EvenkeelFileSystem(getStatistics());
    made.initialize(uri, conf);
    return made;
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return open(path, getServerDefaults(path).getFileBufferSize());
  }

  /** Follows no symbolic link: {@code FileContext} does, by its own rules. */
  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    EvenkeelFileSystem opener = fileSystem();
    return opener.isCovering()
        ? opener.openWithoutLinks(getUriPath(path), bufferSize, verifyChecksums)
        : getMyFs().open(path, bufferSize);
  }

  @Override
  public void setVerifyChecksum(boolean verify) throws IOException {
    verifyChecksums = verify;
    super.setVerifyChecksum(verify);
  }

  @Override
  public CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    for (String key : parameters.getMandatoryKeys()) {
      if (!Options.OpenFileOptions.FS_OPTION_OPENFILE_STANDARD_OPTIONS.contains(key)) {
        throw new IllegalArgumentException(
            "Unknown mandatory key for " + path + " \"" + key + "\"");
      }
    }
    CompletableFuture<FSDataInputStream> opened = new CompletableFuture<>();
    try {
      opened.complete(
          EvenkeelFileSystem.advised(open(path, parameters.getBufferSize()), parameters));
    } catch (IOException | RuntimeException | Error e) {
      opened.completeExceptionally(e);
    }
    return opened;
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    return getMyFs().listStatusIterator(path);
  }
}
