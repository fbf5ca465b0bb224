package io.evenkeel.cli.repro;

/**
 * An experiment of a paper: a table, a figure, or what it counts as one.
 *
 * @param id how the paper names it
 * @param subject what it shows
 * @param state whether it is here
 * @param command what repeats it, or shows the same in another way; empty if nothing does
 * @param note what is other than in the paper, or why it is not here; empty if nothing is
 */
record PaperExperiment(
    Paper paper, String id, String subject, State state, String command, String note) {
  /** The papers, in the order of the list. */
  enum Paper {
    POCACHE("POCache (JPDC 2022)"),
    HU("Load direction of coded reads: Hu et al. (SoCC 2017)"),
    EC_CACHE("EC-Cache (OSDI 2016)"),
    SP_CACHE("SP-Cache (TPDS 2019)");

    private final String title;

    Paper(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }
  }

  /** Whether an experiment is here. */
  enum State {
    REPEATED("here"),
    /** Its subject is measured or computed, in another setting. */
    ALIKE("alike"),
    NOT_HERE("not here");

    private final String text;

    State(String text) {
      this.text = text;
    }

    String text() {
      return text;
    }
  }

  PaperExperiment {
    if (state == State.NOT_HERE ? note.isEmpty() : command.isEmpty()) {
      throw new IllegalArgumentException(
          id + ": what is not here has a reason, and everything else a command");
    }
  }
}
