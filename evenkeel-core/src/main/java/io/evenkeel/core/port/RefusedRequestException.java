package io.evenkeel.core.port;

/**
 * A {@link ManagerApi} was asked for what nobody may ask for. Nothing has come of the request; the
 * message says what was asked and what is allowed.
 */
public final class RefusedRequestException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  public RefusedRequestException(String message) {
    super(message);
  }
}
