package io.evenkeel;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.implement;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.evenkeel.core.model.Source;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What the modules cannot say of the packages inside them. */
class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("io.evenkeel");

  @Test
  void core_goesFromEngineToPlanToModel() {
    noClasses()
        .that()
        .resideInAPackage("..core.model..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..core.plan..", "..core.port..", "..core.engine..", "..core.store..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAnyPackage("..core.plan..", "..core.port..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..core.engine..", "..core.fill..", "..core.store..")
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("..core.engine..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..core.fill..", "..core.store..")
        .check(CLASSES);
  }

  /** What is read from where is the planner's to know: the engine runs whatever it is given. */
  @Test
  void engine_knowsNoKindOfSourceAndNoTicket() {
    noClasses()
        .that()
        .resideInAnyPackage("..core.plan..", "..core.engine..")
        .should()
        .dependOnClassesThat(implement(Source.class))
        .orShould()
        .dependOnClassesThat(
            nameMatching(
                ".*\\.core\\.model\\.(.*Ticket.*|.*Stripe.*|Block.*|Fragment.*|Stored.*|Cached.*)"))
        .check(CLASSES);
  }

  @Test
  void policies_seeNoPortButSlices() {
    noClasses()
        .that()
        .resideInAPackage("io.evenkeel.policy..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("..core.engine..", "..core.store..", "org.apache.hadoop..")
        .orShould()
        .dependOnClassesThat(
            nameMatching(".*\\.core\\.port\\..*").and(not(nameMatching(".*\\.port\\.Slice"))))
        .check(CLASSES);
  }

  @Test
  void onlyAdapters_knowHadoopRedisAndHttp() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.evenkeel.coding..",
            "io.evenkeel.core..",
            "io.evenkeel.policy..",
            "io.evenkeel.manager..",
            "io.evenkeel.server..",
            "io.evenkeel.client..",
            "io.evenkeel.sim..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.hadoop..", "com.fasterxml..", "com.google.gson..")
        .check(CLASSES);
  }

  /** What could live without Hadoop is the client's, where a simulator and others can have it. */
  @Test
  void hadoopAdapter_holdsNothingThatCouldLiveWithoutHadoop() {
    Set<String> seams =
        Set.of(
            // Between the writing of HDFS and that of parity, both of the adapter.
            "io.evenkeel.hadoop.write.EncodedFile",
            // Runs in the NameNode, which has no client.
            "io.evenkeel.hadoop.placement.RecentTargets");
    SortedSet<String> free = new TreeSet<>();
    for (JavaClass one : CLASSES.that(resideInAPackage("io.evenkeel.hadoop.."))) {
      if (!one.getSimpleName().equals("package-info")) {
        free.add(outermost(one));
      }
    }
    for (JavaClass one : CLASSES.that(resideInAPackage("io.evenkeel.hadoop.."))) {
      for (Dependency dependency : one.getDirectDependenciesFromSelf()) {
        JavaClass other = dependency.getTargetClass();
        boolean ofHadoop = other.getPackageName().startsWith("org.apache.hadoop");
        boolean ofAdapter = other.getPackageName().startsWith("io.evenkeel.hadoop");
        if (ofHadoop || (ofAdapter && !outermost(other).equals(outermost(one)))) {
          free.remove(outermost(one));
        }
      }
    }
    assertThat(free).isEqualTo(seams);
  }

  private static String outermost(JavaClass one) {
    return one.getEnclosingClass().map(ArchitectureTest::outermost).orElse(one.getName());
  }

  /** Below its blocking calls the client runs in virtual time, and on any thread. */
  @Test
  void client_looksAtNoRealClockAndWaitsForNobody() {
    noClasses()
        .that()
        .resideInAnyPackage(
            "io.evenkeel.client.nodes..",
            "io.evenkeel.client.file..",
            "io.evenkeel.client.read..",
            "io.evenkeel.client.stream..",
            "io.evenkeel.client.ticket..",
            "io.evenkeel.client.watch..")
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .callMethod(Thread.class, "sleep", long.class)
        .orShould()
        .callMethod(Object.class, "wait")
        .orShould()
        .callMethod(Object.class, "wait", long.class)
        .check(CLASSES);
    noClasses()
        .that()
        .resideInAPackage("io.evenkeel.client..")
        .and(
            not(
                nameMatching(
                    "io\\.evenkeel\\.client\\.(read\\.ReadSession.*|fill\\.Fill(Job|Loop)|process\\..*)")))
        .should()
        .dependOnClassesThat(
            nameMatching("java\\.util\\.concurrent\\.(CountDownLatch|locks\\.Condition|Semaphore)"))
        .check(CLASSES);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.evenkeel.(*).(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
