package io.evenkeel.cli.doctor;

import io.evenkeel.client.EvenkeelKeys;
import io.evenkeel.core.model.SwitchWord;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import io.evenkeel.hadoop.EvenkeelHdfs;
import io.evenkeel.hadoop.EvenkeelSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;

/** Whether a program with this configuration uses Evenkeel at all. */
final class InUseCheck implements Check {
  static final String NAME = "in use";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Finding run(Scene scene) {
    Configuration conf = scene.conf();
    String fileSystem = conf.getTrimmed(EvenkeelFileSystem.CLASS_KEY, "");
    if (!fileSystem.equals(EvenkeelFileSystem.class.getName())) {
      return Finding.failed(
          NAME,
          isNamed(EvenkeelFileSystem.CLASS_KEY, fileSystem) + ": programs use the stock client",
          "set " + EvenkeelFileSystem.CLASS_KEY + " to " + EvenkeelFileSystem.class.getName());
    }
    if (EvenkeelSettings.isOff(conf)) {
      scene.switchedOff();
      String key = EvenkeelKeys.ENABLED.name();
      return Finding.failed(NAME, "Evenkeel is off: " + key + " is false", "unset " + key);
    }
    String file = conf.getTrimmed(EvenkeelKeys.SWITCH_FILE.name(), "");
    Optional<String> unread = Optional.empty();
    try {
      if (!file.isEmpty() && SwitchWord.in(Path.of(file)) == SwitchWord.OFF) {
        scene.switchedOff();
        return Finding.failed(
            NAME,
            "Evenkeel is off: the switch file " + file + " says so",
            "remove the word off from it");
      }
    } catch (IOException e) {
      unread =
          Optional.of(
              "the switch file %s cannot be read (%s), and Evenkeel stays on: let it be read, else"
                      .formatted(file, Trouble.text(e))
                  + " it switches nothing off");
    }
    return ofBoth(conf, unread);
  }

  private static Finding ofBoth(Configuration conf, Optional<String> unread) {
    String fileContext = conf.getTrimmed(EvenkeelHdfs.CLASS_KEY, "");
    List<String> doubts = new ArrayList<>(unread.stream().toList());
    String found =
        EvenkeelFileSystem.CLASS_KEY + " and " + EvenkeelHdfs.CLASS_KEY + " name Evenkeel";
    if (!fileContext.equals(EvenkeelHdfs.class.getName())) {
      found =
          EvenkeelFileSystem.CLASS_KEY
              + " names Evenkeel, and "
              + isNamed(EvenkeelHdfs.CLASS_KEY, fileContext)
              + ": programs that open files by FileContext read the stock way";
      doubts.add("set " + EvenkeelHdfs.CLASS_KEY + " to " + EvenkeelHdfs.class.getName());
    }
    return doubts.isEmpty()
        ? Finding.ok(NAME, found)
        : Finding.warning(NAME, found, String.join("\n", doubts));
  }

  private static String isNamed(String key, String value) {
    return value.isEmpty() ? key + " is not set" : key + " is " + value;
  }
}
