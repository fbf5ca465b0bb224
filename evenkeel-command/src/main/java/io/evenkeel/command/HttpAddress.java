package io.evenkeel.command;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Where an HTTP server is, as people write it: {@code http://HOST:PORT} or {@code HOST:PORT}. */
public final class HttpAddress implements ITypeConverter<URI> {
  private static final Pattern HOST_AND_PORT = Pattern.compile("[^/:]+:\\d+");

  @Override
  public URI convert(String text) {
    try {
      URI uri = new URI(HOST_AND_PORT.matcher(text).matches() ? "http://" + text : text);
      if (uri.getHost() != null && uri.getScheme().matches("https?")) {
        return uri;
      }
    } catch (URISyntaxException e) {
      throw (TypeConversionException) new TypeConversionException(refused(text)).initCause(e);
    }
    throw new TypeConversionException(refused(text));
  }

  private static String refused(String text) {
    return "expected http://HOST:PORT, found \"" + text + "\"";
  }
}
