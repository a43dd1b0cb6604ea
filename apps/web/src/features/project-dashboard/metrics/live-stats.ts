import type { DashboardStats, Overview } from '@portal/contracts/dashboard';
import type { DashboardChanged } from '@portal/contracts/live';
import { ratesOf } from '@portal/domain/rates';
import { isOlder } from '@portal/domain/stamps';
import type { OverviewQuery } from '../../../entities/batches/filters';

/**
 * The statistics to show: the pushed totals if they are newer and no filter applies, else those of
 * the overview.
 */
export function liveStats(
  overview: Overview,
  query: OverviewQuery,
  pushed: DashboardChanged | undefined,
): DashboardStats {
  const whole = !query.batch_ids && !query.start_date && !query.end_date;
  if (!whole || !pushed || !isOlder(overview, pushed)) return overview.dashboard_stats;
  return { ...overview.dashboard_stats, ...pushed.totals, ...ratesOf(pushed.totals) };
}
