package io.evenkeel;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.implement;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.evenkeel.core.model.Source;
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
            "io.evenkeel.server..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("org.apache.hadoop..", "io.lettuce..", "com.fasterxml..")
        .check(CLASSES);
  }

  @Test
  void packages_haveNoCycles() {
    slices().matching("io.evenkeel.(*).(*)..").should().beFreeOfCycles().check(CLASSES);
  }
}
