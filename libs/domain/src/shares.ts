import type { Share } from '@portal/contracts/pod-activity';
import { percent } from './rates.js';

/** What lies outside of the interval on each side. */
const TAIL = 0.025;
/** Enough for a thousandth of a percent. */
const STEPS = 40;

/** A share with its 95% interval by Clopper and Pearson, which is never narrower than it should be. */
export function shareOf(count: number, of: number): Share {
  return {
    ...{ count, of, percent: percent(count, of) },
    // The least share with which so many cases or more are not yet too rare, and the largest for so few.
    low: count === 0 ? 0 : rounded(crossing((p) => 1 - atMost(count - 1, of, p) < TAIL)),
    high: count === of ? 100 : rounded(crossing((p) => atMost(count, of, p) > TAIL)),
  };
}

/** @param isBelow whether a share is below the wanted one */
function crossing(isBelow: (share: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** How probable at most `count` of `of` cases are, if each is one with the probability `p`, between 0 and 1. */
function atMost(count: number, of: number, p: number): number {
  let ways = 0;
  let sum = 0;
  for (let cases = 0; cases <= count; cases++) {
    if (cases > 0) ways += Math.log(of - cases + 1) - Math.log(cases);
    sum += Math.exp(ways + cases * Math.log(p) + (of - cases) * Math.log1p(-p));
  }
  return Math.min(1, sum);
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 10;
}
