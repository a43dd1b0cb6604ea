import DonutLargeIcon from '~icons/ic/baseline-donut-large';
import TableRowsIcon from '~icons/ic/outline-table-rows';
import Box from '@mui/material/Box';
import type { ModelStats } from '@portal/contracts/dashboard';
import type { DeliveryMetric } from '@portal/contracts/delivery-tasks';
import { useMemo } from 'react';
import { StatusDoughnut } from '../../charts/status/status-doughnut';
import { StatusTable } from '../../charts/status/status-table';
import { statusRows } from '../../charts/status/statuses';
import { formatPercent, plural } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { ViewToggle } from '../../ui/view-toggle';
import { Figures } from './model-figures';
import { handlingTimeText } from './handling-time';
import { ValidationBar } from './validation-bar';

const VIEWS = [
  { value: 'table', label: 'Table', icon: TableRowsIcon },
  { value: 'doughnut', label: 'Doughnut chart', icon: DonutLargeIcon },
] as const;
type ModelView = (typeof VIEWS)[number]['value'];

interface ModelCardProps {
  model: ModelStats;
  view: ModelView;
  onView: (view: ModelView) => void;
  /** Shows the tasks of a number; absent if the user may not see them. */
  onTasks: ((metric: DeliveryMetric) => void) | undefined;
}

/** The numbers of one target model. */
export function ModelCard({ model, view, onView, onTasks }: ModelCardProps) {
  const title = model.target_model ?? 'No model';
  const rows = useMemo(() => statusRows(model.by_status), [model.by_status]);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const label = `${title}: ${rows
    .map((row) => `${row.title} ${formatPercent(row.percentage)}`)
    .join(', ')}`;
  return (
    <SectionCard
      title={title}
      detail={`${plural(total, 'task', 'tasks')} · ${handlingTimeText(model)}`}
      actions={
        <ViewToggle label={`View of ${title}`} value={view} views={VIEWS} onChange={onView} />
      }
      sx={{ display: 'flex', flexDirection: 'column' }}
    >
      <Figures model={model} title={title} onTasks={onTasks} />
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', mb: 2.5 }}>
        {view === 'table' ? (
          <StatusTable rows={rows} total={total} />
        ) : (
          <StatusDoughnut rows={rows} total={total} label={label} />
        )}
      </Box>
      <ValidationBar byStatus={model.by_validation_status} />
    </SectionCard>
  );
}
