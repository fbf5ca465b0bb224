package io.evenkeel.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.command.JsonOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The help of every command, and what all of them have in common. */
class HelpTest {
  private static final int COLUMNS = 80;

  /** What has no result. */
  private static final Set<String> WITHOUT_JSON = Set.of("evenkeel manager");

  private static List<CommandLine> all() {
    List<CommandLine> found = new ArrayList<>();
    add(EvenkeelCommand.commandLine(), found);
    return found;
  }

  private static void add(CommandLine command, List<CommandLine> into) {
    into.add(command);
    command.getSubcommands().values().forEach(each -> add(each, into));
  }

  private static String name(CommandLine command) {
    return command.getCommandSpec().qualifiedName();
  }

  @Test
  void help_fitsIntoEightyColumns() {
    assertThat(all()).hasSizeGreaterThan(30);
    for (CommandLine command : all()) {
      command.setUsageHelpAutoWidth(false).setUsageHelpWidth(COLUMNS);
      assertThat(command.getUsageMessage().lines())
          .as(name(command))
          .allMatch(line -> line.length() <= COLUMNS);
    }
  }

  /** What is indented by hand must fit as it stands: what is broken loses its indent. */
  @Test
  void indentedLines_areNotBroken() {
    for (CommandLine command : all()) {
      UsageMessageSpec usage = command.getCommandSpec().usageMessage();
      Stream.of(usage.header(), usage.description(), usage.footer())
          .flatMap(Stream::of)
          .filter(line -> line.startsWith(" "))
          .forEach(line -> assertThat(line).as(name(command)).hasSizeLessThan(COLUMNS));
    }
  }

  /** The list of commands has the first line of each. */
  @Test
  void everyCommand_hasASentenceOfItsOwn() {
    for (CommandLine command : all()) {
      UsageMessageSpec usage = command.getCommandSpec().usageMessage();
      String[] lines = usage.header().length > 0 ? usage.header() : usage.description();
      assertThat(lines).as(name(command)).isNotEmpty();
      assertThat(lines[0]).as(name(command)).endsWith(".");
    }
  }

  @Test
  void everyCommandWithAResult_takesJson() {
    for (CommandLine command : all()) {
      boolean isLeaf = command.getSubcommands().isEmpty();
      boolean ofCluster = name(command).startsWith("evenkeel cluster ");
      if (isLeaf && !ofCluster && !WITHOUT_JSON.contains(name(command))) {
        assertThat(command.getCommandSpec().findOption(JsonOption.NAME))
            .as(name(command))
            .isNotNull();
      }
    }
    CommandLine cluster = EvenkeelCommand.commandLine().getSubcommands().get("cluster");
    for (String withResult : List.of("up", "status")) {
      CommandLine command = cluster.getSubcommands().get(withResult);
      assertThat(command.getCommandSpec().findOption(JsonOption.NAME)).isNotNull();
    }
  }

  @Test
  void help_knowsTheManager_andTheWordsOfStatus() {
    for (CommandLine command : all()) {
      if (name(command).equals("evenkeel manager")) {
        assertThat(command.getUsageMessage()).contains("--capacity-bytes=BYTES");
      } else if (name(command).equals("evenkeel status")) {
        assertThat(command.getUsageMessage())
            .contains("incarnation", "reserved", "refused", "csac", "redirected");
      }
    }
  }
}
