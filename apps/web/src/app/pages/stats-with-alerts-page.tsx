import type { CustomStat } from '@portal/contracts/custom-stats';
import { StatAlerts } from '../../features/alerts/stat-alerts';
import { CustomStatsPage } from '../../features/custom-stats/custom-stats-page';

const alertsOf = (stat: CustomStat) => <StatAlerts stat={stat} />;

/** The custom statistics of the selected project, each with the alerts that look at it. */
export function StatsWithAlertsPage() {
  return <CustomStatsPage below={alertsOf} />;
}
