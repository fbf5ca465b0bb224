package io.evenkeel.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.evenkeel.cluster.ClusterSettings;
import io.evenkeel.cluster.LocalCluster;
import io.evenkeel.hadoop.EvenkeelFileSystem;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.SafeModeAction;
import org.apache.hadoop.hdfs.DistributedFileSystem;
import org.apache.hadoop.util.ShutdownHookManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the doctor writes goes, and what others write stays. */
class ProbeFileTest {
  private static final int UNIT_BYTES = 1 << 20;
  private static final Path TOP = new Path("/top");
  private static final Path FOLDER = new Path("/top/folder");
  private static final Path OTHERS = new Path("/top/folder/others");
  private static LocalCluster cluster;
  private FileSystem stock;

  @BeforeAll
  static void startCluster() throws Exception {
    cluster =
        LocalCluster.start(
            ClusterSettings.builder()
                .dataNodes(1)
                .redisServers(0)
                .withManager(false)
                .blockSizeBytes(UNIT_BYTES)
                .jvmPerDataNode(false)
                .build());
  }

  @AfterAll
  static void stopCluster() throws IOException {
    cluster.close();
  }

  @BeforeEach
  void open() throws IOException {
    stock = cluster.newStockFileSystem();
  }

  @AfterEach
  void end() throws IOException {
    stock.delete(TOP, true);
    stock.close();
  }

  private static ProbeFile probe() throws IOException {
    EvenkeelFileSystem fs =
        (EvenkeelFileSystem) FileSystem.newInstance(cluster.evenkeelConfiguration());
    return new ProbeFile(fs, new ProbeSettings(true, FOLDER, 1000));
  }

  @Test
  void removed_leavesNothing() throws IOException {
    try (ProbeFile probe = probe()) {
      probe.write(UNIT_BYTES);
      assertThat(stock.exists(probe.path())).isTrue();
      assertThat(probe.remove()).isEmpty();
      assertThat(stock.exists(TOP)).isFalse();
    }
  }

  @Test
  void foldersThatOthersUseMeanwhile_stay() throws IOException {
    try (ProbeFile probe = probe()) {
      probe.write(UNIT_BYTES);
      stock.create(OTHERS).close();
      assertThat(probe.remove()).contains("/top/folder, which others use");
      assertThat(stock.exists(probe.path())).isFalse();
    }
    assertThat(stock.exists(OTHERS)).isTrue();
  }

  /** A file system deletes what is registered with it, whoever's it is by then. */
  @Test
  void nothingIsRegisteredToBeDeletedWithAllThatIsInIt() throws IOException {
    ProbeFile probe = probe();
    probe.write(UNIT_BYTES);
    stock.create(OTHERS).close();
    probe.fileSystem().close();
    assertThatThrownBy(probe::close).isInstanceOf(IOException.class);
    assertThat(stock.exists(OTHERS)).isTrue();
  }

  @Test
  void endOfTheProcess_removesIt_once() throws IOException {
    try (ProbeFile probe = probe()) {
      probe.write(UNIT_BYTES);
      assertThat(ShutdownHookManager.get().hasShutdownHook(probe.atExit)).isTrue();
      probe.atExit.run();
      assertThat(stock.exists(TOP)).isFalse();
      assertThat(ShutdownHookManager.get().hasShutdownHook(probe.atExit)).isFalse();
    }
  }

  @Test
  void whileTheNameNodeIsInSafeMode_nothingIsWritten() throws IOException {
    DistributedFileSystem admin = (DistributedFileSystem) stock;
    Scene scene =
        new Scene(
            cluster.evenkeelConfiguration(),
            Optional.empty(),
            Duration.ofSeconds(30),
            Map.of(),
            new ProbeSettings(true, FOLDER, 1000));
    admin.setSafeMode(SafeModeAction.ENTER);
    try (scene) {
      assertThat(new NameNodeCheck().run(scene).state()).isEqualTo(State.WARNING);
      Finding write = new WriteCheck().run(scene);
      assertThat(write.state()).isEqualTo(State.FAILED);
      assertThat(write.advice()).contains("-safemode wait");
      assertThat(scene.hasProbe()).isFalse();
    } finally {
      admin.setSafeMode(SafeModeAction.LEAVE);
    }
  }

  private static Scene scene(ProbeFile probe) throws IOException {
    Scene scene = Scenes.of(cluster.evenkeelConfiguration());
    scene.begin(probe);
    return scene;
  }

  @Test
  void stopped_leavesNothing_andWritesNothingMore() throws IOException {
    try (ProbeFile probe = probe()) {
      Scene scene = scene(probe);
      probe.write(UNIT_BYTES);
      assertThat(scene.stop()).isEqualTo("nothing is left");
      assertThat(stock.exists(TOP)).isFalse();
      assertThatThrownBy(() -> scene.begin(probe)).isInstanceOf(IOException.class);
      probe.fileSystem().close();
      assertThat(probe.endWithProcess()).as("by whoever comes second").isEqualTo("nothing is left");
    }
  }

  @Test
  void stopped_namesTheFolderThatStays() throws IOException {
    try (ProbeFile probe = probe()) {
      probe.write(UNIT_BYTES);
      stock.create(OTHERS).close();
      assertThat(scene(probe).stop())
          .isEqualTo("the folder /top/folder, which others use, is left");
    }
  }

  @Test
  void stopped_namesTheFileThatMayBeLeft() throws IOException {
    ProbeFile probe = probe();
    probe.write(UNIT_BYTES);
    probe.fileSystem().close();
    assertThat(scene(probe).stop())
        .isEqualTo("the file " + probe.path().toUri().getPath() + " may be left: delete it");
    assertThatThrownBy(probe::close).isInstanceOf(IOException.class);
  }

  @Test
  void foldersThatWereThere_stay() throws IOException {
    stock.mkdirs(TOP);
    try (ProbeFile probe = probe()) {
      probe.write(UNIT_BYTES);
    }
    assertThat(stock.exists(TOP)).isTrue();
    assertThat(stock.exists(FOLDER)).isFalse();
  }

  @Test
  void fileOfAnother_isNeitherWrittenOverNorRemoved() throws IOException {
    try (ProbeFile probe = probe()) {
      stock.create(probe.path()).close();
      assertThatThrownBy(() -> probe.write(UNIT_BYTES)).hasMessageContaining("is there already");
      probe.remove();
      assertThat(stock.exists(probe.path())).isTrue();
    }
  }

  @Test
  void afterItsRemoval_nothingIsMade() throws IOException {
    try (ProbeFile probe = probe()) {
      probe.remove();
      assertThatThrownBy(() -> probe.write(UNIT_BYTES)).hasMessageContaining("given up");
      assertThat(stock.exists(TOP)).isFalse();
    }
  }
}
