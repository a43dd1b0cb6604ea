import Box from '@mui/material/Box';
import type { ActivityEntry } from '@portal/contracts/dashboard';
import { useMemo } from 'react';
import { ChartOrTable } from '../../../charts/chart-or-table';
import { formatCount } from '../../../lib/format';
import { activityDays, activityRows, activityTotal, periodLabel } from './activity';
import { ActivityChart } from './activity-chart';
import { ActivityTable } from './activity-table';
import { SectionCard } from '../../../ui/section-card';
import { ChartEmpty } from '../../../ui/chart-empty';
import { hasDates, type ProjectFilters } from '../../../entities/batches/filters';
import { useToday } from '../../../entities/portal/use-today';
import type { ActivityView } from '../view';

interface ActivityCardProps {
  /** Oldest first. */
  entries: readonly ActivityEntry[];
  filters: ProjectFilters;
  view: ActivityView;
  onView: (view: ActivityView) => void;
}

/** Tasks completed, reviewed and in progress per day. */
export function ActivityCard({ entries, filters, view, onView }: ActivityCardProps) {
  const today = useToday();
  const days = useMemo(() => activityDays(entries, filters, today), [entries, filters, today]);
  const rows = useMemo(() => activityRows(entries), [entries]);
  const total = useMemo(() => activityTotal(days), [days]);
  const empty = rows.every((row) => row.total === 0);

  return (
    <SectionCard
      title="Activity Timeline"
      detail={
        <Box component="span" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 0.75 }}>
          <span>{periodLabel(filters)}</span>
          {total.completed > 0 && <span>· {formatCount(total.completed)} completed</span>}
          {total.reviewed > 0 && <span>· {formatCount(total.reviewed)} reviewed</span>}
        </Box>
      }
      actions={<ChartOrTable label="Activity view" view={view} onView={onView} />}
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
      {empty ? (
        <ChartEmpty
          title="No activity data available"
          detail={
            hasDates(filters) ? 'Try expanding the date range' : 'No data for the selected period'
          }
        />
      ) : view === 'chart' ? (
        <ActivityChart days={days} period={periodLabel(filters)} />
      ) : (
        <ActivityTable rows={rows} />
      )}
    </SectionCard>
  );
}
