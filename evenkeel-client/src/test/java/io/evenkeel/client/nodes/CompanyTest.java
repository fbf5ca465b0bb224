package io.evenkeel.client.nodes;

import static org.assertj.core.api.Assertions.assertThat;

import io.evenkeel.policy.reading.SmallReads;
import org.junit.jupiter.api.Test;

class CompanyTest {
  private final Company company = new Company();

  @Test
  void memberRemembersTheMostThatWaitedWithIt() {
    Company.Member first = company.member();
    Company.Member second = company.member();
    first.waits();
    assertThat(first.most()).isEqualTo(SmallReads.ALONE);
    second.waits();
    assertThat(second.most()).isEqualTo(2);
    assertThat(first.most()).as("asked while both wait").isEqualTo(2);
    second.leaves();
    assertThat(company.now()).isEqualTo(1);
    first.leaves();
    assertThat(first.most()).as("it is over").isEqualTo(2);
    first.begins();
    assertThat(first.most()).as("of the next").isEqualTo(SmallReads.ALONE);
  }

  @Test
  void memberCountsOnce_howeverOftenItIsTold() {
    Company.Member member = company.member();
    member.leaves();
    member.waits();
    member.waits();
    assertThat(company.now()).isEqualTo(1);
    member.leaves();
    member.leaves();
    assertThat(company.now()).isZero();
  }

  @Test
  void whoJoinsAfterAnotherHasLeft_isNotItsCompany() {
    Company.Member first = company.member();
    first.waits();
    first.leaves();
    company.member().waits();
    assertThat(first.most()).isEqualTo(SmallReads.ALONE);
  }
}
