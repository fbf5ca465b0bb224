package io.evenkeel.command;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} says: the product's name and the version that it was built as. */
public final class ProductVersion implements IVersionProvider {
  private static final String FILE = "version.properties";

  @Override
  public String[] getVersion() throws IOException {
    Properties built = new Properties();
    try (InputStream in = ProductVersion.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IOException("no " + FILE + " beside " + ProductVersion.class.getName());
      }
      built.load(in);
    }
    return new String[] {"evenkeel " + built.getProperty("version")};
  }
}
