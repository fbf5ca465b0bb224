package io.evenkeel.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.testing.store.Answer;
import org.junit.jupiter.api.Test;

/** OPERATING.md: releases may be mixed. */
class OlderStatusTest {
  @Test
  void statusOfAManagerThatDoesNotCountWhatLapses_isRead() throws Exception {
    try (EmptyManager manager = new EmptyManager()) {
      ManagerStatus status = Answer.<ManagerStatus>of(then -> manager.status(then)).value();
      String json = new String(WireCodec.write(status), UTF_8);
      String before =
          json.replace("\"lapsedReservations\":0,", "").replace("\"lostStripes\":0,", "");
      assertThat(before).isNotEqualTo(json);
      assertThat(WireCodec.read(before.getBytes(UTF_8), ManagerStatus.class).incarnation())
          .isEqualTo(status.incarnation());
    }
  }
}
