package io.evenkeel.cli.doctor;

import io.evenkeel.client.ClientSettings;
import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.log.ByteText;
import io.evenkeel.core.port.ManagerApi.ManagerStatus;
import io.evenkeel.core.port.ManagerApi.NodeStatus;
import io.evenkeel.http.Health;
import io.evenkeel.http.HttpManagerClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Whether the manager answers, is well, and wants clients on. */
final class ManagerCheck implements Check {
  static final String NAME = "manager";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<String> needs() {
    return List.of(SettingsCheck.NAME);
  }

  @Override
  public Finding run(Scene scene) throws InterruptedException {
    if (scene.isOff()) {
      return Finding.leftOut(NAME, "Evenkeel is off");
    }
    ClientSettings settings = scene.settings();
    String key = EvenkeelKeys.MANAGER_URI.name();
    if (!settings.hasManager()) {
      return Finding.leftOut(NAME, key + " is not set: no parity is cached, none is needed to run");
    }
    try (HttpManagerClient client = scene.manager()) {
      long start = System.nanoTime();
      ManagerStatus status = scene.await(client::status);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      scene.heard(status);
      Health health = scene.await(client::health);
      String found = found(settings.managerUri(), millis, status);
      if (!client.wantsClientsOn()) {
        scene.switchedOff();
        return Finding.failed(
            NAME,
            found + "\nit tells clients to be off",
            "start it without --off, and take the word off from its --switch-file");
      }
      List<String> doubts = doubts(status, health);
      if (millis > settings.managerTimeout().toMillis()) {
        doubts.add(
            "clients wait no longer than " + EvenkeelKeys.MANAGER_TIMEOUT.name() + " for it");
      }
      return doubts.isEmpty()
          ? Finding.ok(NAME, found)
          : Finding.warning(NAME, found, String.join("\n", doubts));
    } catch (IOException e) {
      return Finding.failed(
          NAME,
          Trouble.text(e),
          "see that it runs, that it listens for this host (its --bind) and that "
              + key
              + " is its address; until then no parity is cached or read");
    }
  }

  /**
   * With what keeps it from naming stragglers: no doubt, for where nothing is read there always is
   * something.
   */
  static String found(String uri, long millis, ManagerStatus status) {
    String caveat = status.load().caveat();
    String answer = answer(uri, millis, status);
    return caveat.isEmpty() ? answer : answer + "\nstragglers may go unseen: " + caveat;
  }

  private static String answer(String uri, long millis, ManagerStatus status) {
    return "%s answered in %d ms; %s of %s cached in %d stripes"
        .formatted(
            uri,
            millis,
            ByteText.of(status.publishedBytes()),
            ByteText.of(status.capacityBytes()),
            status.publishedStripes());
  }

  private static List<String> doubts(ManagerStatus status, Health health) {
    List<String> doubts = new ArrayList<>();
    for (NodeStatus node : status.nodes()) {
      if (!node.reachable()) {
        doubts.add("it does not reach its cache node " + node.node());
      }
    }
    if (health.failures() > 0) {
      doubts.add(
          "%d time(s) something went wrong in it since its start, last: %s; its log has more"
              .formatted(health.failures(), health.lastFailure()));
    }
    return doubts;
  }
}
