package io.evenkeel.hadoop;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.AbstractFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFs;
import org.apache.hadoop.fs.FutureDataInputStreamBuilder;
import org.apache.hadoop.fs.Hdfs;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.impl.OpenFileParameters;

/**
 * The drop-in for {@code FileContext}: set {@code fs.AbstractFileSystem.hdfs.impl} to this class.
 * Files are opened through {@link EvenkeelFileSystem}; everything else is the stock {@link Hdfs}.
 */
public class EvenkeelHdfs extends FilterFs {
  private static final String STOCK_KEY = "fs.AbstractFileSystem.hdfs.impl";
  private static final String FILE_SYSTEM_KEY = "fs.hdfs.impl";

  private final URI uri;
  private final Configuration conf;
  private volatile boolean verifyChecksums = true;

  /** The constructor that {@code FileContext} calls. */
  public EvenkeelHdfs(URI uri, Configuration conf) throws IOException, URISyntaxException {
    super(stock(uri, conf));
    this.uri = uri;
    this.conf = new Configuration(conf);
    this.conf.set(FILE_SYSTEM_KEY, EvenkeelFileSystem.class.getName());
  }

  private static AbstractFileSystem stock(URI uri, Configuration conf) throws IOException {
    Configuration copy = new Configuration(conf);
    copy.setClass(STOCK_KEY, Hdfs.class, AbstractFileSystem.class);
    return AbstractFileSystem.createFileSystem(uri, copy);
  }

  private FileSystem fileSystem() throws IOException {
    return FileSystem.get(uri, conf);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return open(path, getServerDefaults(path).getFileBufferSize());
  }

  /** Follows no symbolic link: {@code FileContext} does, by its own rules. */
  @Override
  public FSDataInputStream open(Path path, int bufferSize) throws IOException {
    return fileSystem() instanceof EvenkeelFileSystem own
        ? own.openWithoutLinks(getUriPath(path), bufferSize, verifyChecksums)
        : super.open(path, bufferSize);
  }

  @Override
  public void setVerifyChecksum(boolean verify) throws IOException {
    verifyChecksums = verify;
    super.setVerifyChecksum(verify);
  }

  @Override
  public CompletableFuture<FSDataInputStream> openFileWithOptions(
      Path path, OpenFileParameters parameters) throws IOException {
    FutureDataInputStreamBuilder builder = fileSystem().openFile(path);
    for (Map.Entry<String, String> option : parameters.getOptions()) {
      if (parameters.getMandatoryKeys().contains(option.getKey())) {
        builder.must(option.getKey(), option.getValue());
      } else {
        builder.opt(option.getKey(), option.getValue());
      }
    }
    return builder.withFileStatus(parameters.getStatus()).build();
  }

  @Override
  public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
    return getMyFs().listStatusIterator(path);
  }
}
