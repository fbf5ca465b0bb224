package io.evenkeel.sim.chance;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * A law of which numbers are drawn, with its text form: a name and its parameters, separated by
 * blanks.
 *
 * <table>
 *   <caption>The laws</caption>
 *   <tr><td>{@code 8} or {@code constant 8}</td><td>always the same</td></tr>
 *   <tr><td>{@code uniform 3 10}</td><td>between the two</td></tr>
 *   <tr><td>{@code exponential 2}</td><td>by its mean</td></tr>
 *   <tr><td>{@code noise 0.3}</td><td>lognormal of mean 1, by sigma in log space</td></tr>
 *   <tr><td>{@code lognormal 40 0.7}</td><td>by its median and sigma</td></tr>
 *   <tr><td>{@code pareto 1 1.5}</td><td>by its least value and index</td></tr>
 *   <tr><td>{@code bing 0}</td><td>the straggler profile of Bing's Mantri plus an offset: 1.5 to
 *       9.9 times, in the mean 2.5</td></tr>
 * </table>
 */
public final class Distribution {
  private final String text;
  private final double mean;
  private final double least;
  private final ToDoubleFunction<SplittableRandom> law;

  private Distribution(
      String text, double mean, double least, ToDoubleFunction<SplittableRandom> law) {
    this.text = text;
    this.mean = mean;
    this.least = least;
    this.law = law;
  }

  public static Distribution constant(double value) {
    return new Distribution("constant " + value, value, value, random -> value);
  }

  public static Distribution uniform(double from, double to) {
    return new Distribution(
        "uniform " + from + " " + to,
        (from + to) / 2,
        from,
        random -> from + (to - from) * random.nextDouble());
  }

  public static Distribution exponential(double mean) {
    return new Distribution("exponential " + mean, mean, 0, random -> mean * exponential(random));
  }

  /** Lognormal of mean 1. */
  public static Distribution noise(double sigma) {
    return new Distribution(
        "noise " + sigma,
        1,
        0,
        random -> Math.exp(sigma * random.nextGaussian() - sigma * sigma / 2));
  }

  public static Distribution lognormal(double median, double sigma) {
    return new Distribution(
        "lognormal " + median + " " + sigma,
        median * Math.exp(sigma * sigma / 2),
        0,
        random -> median * Math.exp(sigma * random.nextGaussian()));
  }

  /** Pareto's law; with an index of at most 1 its mean is infinite. */
  public static Distribution pareto(double least, double index) {
    return new Distribution(
        "pareto " + least + " " + index,
        index > 1 ? least * index / (index - 1) : Double.POSITIVE_INFINITY,
        least,
        random -> least * Math.pow(1 - random.nextDouble(), -1 / index));
  }

  /**
   * The slowness of tasks at Bing, as SP-Cache's experiments draw it.
   *
   * @param offset added: 0 where the profile is the factor, 2 for what the paper's prototype does
   */
  public static Distribution bing(double offset) {
    return new Distribution(
        "bing " + offset,
        BingProfile.mean() + offset,
        BingProfile.least() + offset,
        random -> BingProfile.draw(random) + offset);
  }

  /**
   * By its text form.
   *
   * @throws IllegalArgumentException for no law, or a law with other parameters, which names them;
   *     for parameters that are below 0, infinite, or make no sense of the law
   */
  public static Distribution parse(String text) {
    String[] words = text.trim().split("\\s+");
    boolean isNumber = words.length == 1 && words[0].matches("[0-9.].*");
    double[] numbers = new double[words.length - (isNumber ? 0 : 1)];
    try {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = Double.parseDouble(words[words.length - numbers.length + i]);
      }
    } catch (NumberFormatException e) {
      throw unknown(text);
    }
    String name = isNumber ? "constant" : words[0].toLowerCase(Locale.ROOT);
    Distribution distribution = of(name, numbers, text);
    if (!Arrays.stream(numbers).allMatch(number -> Double.isFinite(number) && number >= 0)) {
      throw wrong(text, "its numbers must be finite and >= 0");
    }
    if (name.equals("uniform") && numbers[0] > numbers[1]) {
      throw wrong(text, "FROM must be <= TO");
    }
    if (name.equals("pareto") && (numbers[0] == 0 || numbers[1] == 0)) {
      throw wrong(text, "LEAST and INDEX must be > 0");
    }
    return distribution;
  }

  private static Distribution of(String name, double[] numbers, String text) {
    return switch (name + "/" + numbers.length) {
      case "constant/1" -> constant(numbers[0]);
      case "uniform/2" -> uniform(numbers[0], numbers[1]);
      case "exponential/1" -> exponential(numbers[0]);
      case "noise/1" -> noise(numbers[0]);
      case "lognormal/2" -> lognormal(numbers[0], numbers[1]);
      case "pareto/2" -> pareto(numbers[0], numbers[1]);
      case "bing/1" -> bing(numbers[0]);
      case "bing/0" -> bing(0);
      default -> throw unknown(text);
    };
  }

  private static IllegalArgumentException wrong(String text, String what) {
    return new IllegalArgumentException("the law '" + text + "' makes no sense: " + what);
  }

  private static IllegalArgumentException unknown(String text) {
    return new IllegalArgumentException(
        "no law '"
            + text
            + "'; say a number, uniform FROM TO, exponential MEAN, noise SIGMA, lognormal MEDIAN"
            + " SIGMA, pareto LEAST INDEX or bing OFFSET");
  }

  /** Exponential of mean 1. */
  static double exponential(SplittableRandom random) {
    return -Math.log(1 - random.nextDouble());
  }

  /** The next number. */
  public double next(SplittableRandom random) {
    return law.applyAsDouble(random);
  }

  /** What no draw is below; of laws that begin at 0, 0. */
  public double least() {
    return least;
  }

  /** What it is in the mean. */
  public double mean() {
    return mean;
  }

  @Override
  public String toString() {
    return text;
  }
}
