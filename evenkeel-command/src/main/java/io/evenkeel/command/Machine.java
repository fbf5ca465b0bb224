package io.evenkeel.command;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a figure was measured on: it stands beside the figure. */
public record Machine(String processor, int cores, String kernel, String java, long heapMaxBytes) {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");
  private static final String MODEL = "model name";

  public static Machine here() {
    return new Machine(
        model(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.version"),
        Runtime.getRuntime().maxMemory());
  }

  private static String model() {
    try {
      return Files.readAllLines(PROCESSORS).stream()
          .filter(line -> line.startsWith(MODEL))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse("unknown processor");
    } catch (IOException e) {
      return "unknown processor";
    }
  }

  public String text() {
    return cores + " cores of " + processor + ", " + kernel + ", Java " + java;
  }

  public void addTo(ObjectNode json) {
    json.put("processor", processor).put("cores", cores).put("kernel", kernel).put("java", java);
    json.put("heapMaxBytes", heapMaxBytes);
  }
}
