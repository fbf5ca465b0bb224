package io.evenkeel.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JanitorTest {
  private static final int FILES_BEFORE = 2_000;
  private static final int FILES_AFTER = 200;

  @TempDir private Path temporary;

  /** As of a node that is being started when the command is told to end. */
  @Test
  void folderThatIsWrittenTo_isGoneAllTheSame() throws Exception {
    Path folder = temporary.resolve("cluster");
    Janitor janitor = Janitor.start();
    janitor.create(folder);
    for (int i = 0; i < FILES_BEFORE; i++) {
      Files.createFile(folder.resolve("before" + i));
    }
    CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> writeOnceRemoving(folder));
    janitor.close();
    assertThat(folder).doesNotExist();
    writer.get(60, TimeUnit.SECONDS);
  }

  private static void writeOnceRemoving(Path folder) {
    try {
      while (Files.exists(folder.resolve("before0"))) {
        Thread.onSpinWait();
      }
      for (int i = 0; i < FILES_AFTER; i++) {
        Files.createFile(folder.resolve("after" + i));
      }
    } catch (NoSuchFileException isGone) {
      return;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aChildThatCannotBeStarted_leavesNoJanitor() {
    long before = ProcessHandle.current().children().count();
    assertThatThrownBy(() -> Janitor.Child.start(new ProcessBuilder("/no/such/program")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/no/such/program");
    assertThat(ProcessHandle.current().children().count()).isEqualTo(before);
  }
}
