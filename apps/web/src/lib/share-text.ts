import type { Share } from '@portal/contracts/share';
import { formatCount, formatPercent } from './format';

/** '10.0% of 20', with the number of cases; a dash without any. */
export function shareText({ percent, of }: Share): string {
  return of === 0 ? '–' : `${formatPercent(percent)} of ${formatCount(of)}`;
}

/** '1.2 to 31.7%': where the share of many more cases would be. */
export function intervalText({ low, high }: Share): string {
  return `${low.toFixed(1)} to ${formatPercent(high)}`;
}
