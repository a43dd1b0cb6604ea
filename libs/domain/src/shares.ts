import type { Share } from '@portal/contracts/share';
import { percent } from './rates.js';

/** What is outside of the interval, on each side. */
const TAIL = 0.025;
const STEPS = 60;

/** A share with its 95% interval, rounded to one decimal; of nothing it may be any. */
export function shareOf(count: number, of: number): Share {
  const { low, high } = exactInterval(count, of);
  return { count, of, percent: percent(count, of), low: rounded(low), high: rounded(high) };
}

/**
 * The exact interval of Clopper and Pearson, in percent: `low` is the smallest true share at which so many or more
 * would come about in at least one of 40 cases, `high` the largest at which so many or fewer would.
 * @param count a whole number, at most `of`
 */
export function exactInterval(count: number, of: number): { low: number; high: number } {
  return {
    low: count === 0 ? 0 : 100 * betaQuantile(TAIL, count, of - count + 1),
    high: count === of ? 100 : 100 * betaQuantile(1 - TAIL, count + 1, of - count),
  };
}

function rounded(share: number): number {
  return Math.round(share * 10) / 10;
}

/** By halving: the share of the distribution below `x` grows with it. */
function betaQuantile(probability: number, a: number, b: number): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (betaBelow(middle, a, b) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The regularised incomplete beta function. Its fraction converges fast on one side of the mean. */
function betaBelow(x: number, a: number, b: number): number {
  if (x > (a + 1) / (a + b + 2)) return 1 - betaBelow(1 - x, b, a);
  const scale = a * Math.log(x) + b * Math.log1p(-x) + logGamma(a + b) - logGamma(a) - logGamma(b);
  return (Math.exp(scale) / a) * betaFraction(x, a, b);
}

const TINY = 1e-300;
const PRECISION = 1e-15;
const MOST_TERMS = 10_000;

/** The continued fraction of the function, by the method of Lentz. */
function betaFraction(x: number, a: number, b: number): number {
  let c = 1;
  let d = 1 / away(1 - ((a + b) * x) / (a + 1));
  let result = d;
  for (let m = 1; m <= MOST_TERMS; m += 1) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / away(1 + term * d);
      c = away(1 + term / c);
      change = c * d;
      result *= change;
    }
    if (Math.abs(change - 1) < PRECISION) break;
  }
  return result;
}

const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value);

/** From here on the series of Stirling is exact to a double. */
const LARGE = 15;

/** The logarithm of the gamma function of a positive number. */
function logGamma(value: number): number {
  let shift = 0;
  let x = value;
  for (; x < LARGE; x += 1) shift += Math.log(x);
  const square = 1 / (x * x);
  const series = (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
