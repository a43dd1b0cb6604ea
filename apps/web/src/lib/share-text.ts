import type { Share } from '@portal/contracts/share';
import { formatCount, formatPercent } from './format';

/** '2 of 20 (10.0%)'; a dash without any case. */
export function shareText({ count, percent, of }: Share): string {
  return of === 0 ? '–' : `${formatCount(count)} of ${formatCount(of)} (${formatPercent(percent)})`;
}

/** 'likely 1.2 to 31.7%': where the share of many more cases would be. */
export function intervalText({ low, high }: Share): string {
  return `likely ${low.toFixed(1)} to ${formatPercent(high)}`;
}
