import DonutLargeIcon from '@mui/icons-material/DonutLarge';
import TableRowsIcon from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import type { ModelStats } from '@portal/contracts/dashboard';
import { useId, useMemo } from 'react';
import { StatusDoughnut } from '../../charts/status/status-doughnut';
import { StatusTable } from '../../charts/status/status-table';
import { statusRows } from '../../charts/status/statuses';
import { formatCount, formatPercent, plural } from '../../lib/format';
import { CardHeader } from '../../ui/card-header';
import { ViewToggle } from '../../ui/view-toggle';
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
}

/** The numbers of one target model. */
export function ModelCard({ model, view, onView }: ModelCardProps) {
  const titleId = useId();
  const title = model.target_model ?? 'No model';
  const rows = useMemo(() => statusRows(model.by_status), [model.by_status]);
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const label = `${title}: ${rows
    .map((row) => `${row.title} ${formatPercent(row.percentage)}`)
    .join(', ')}`;
  return (
    <Card
      component="section"
      aria-labelledby={titleId}
      sx={{ display: 'flex', flexDirection: 'column', p: 2.5, minWidth: 0 }}
    >
      <CardHeader
        title={title}
        titleId={titleId}
        detail={`${plural(total, 'task', 'tasks')} · ${handlingTimeText(model)}`}
        actions={
          <ViewToggle label={`View of ${title}`} value={view} views={VIEWS} onChange={onView} />
        }
      />
      <Figures model={model} />
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', mb: 2.5 }}>
        {view === 'table' ? (
          <StatusTable rows={rows} total={total} />
        ) : (
          <StatusDoughnut rows={rows} total={total} label={label} />
        )}
      </Box>
      <ValidationBar byStatus={model.by_validation_status} />
    </Card>
  );
}

function Figures({ model }: { model: ModelStats }) {
  const figures = [
    ['Delivered', model.total_delivered],
    ['Ready', model.ready_for_delivery],
    ['Reviewed', model.reviewed_count],
    ['Rework', model.rework_count],
  ] as const;
  return (
    <Box
      component="dl"
      sx={(theme) => ({
        display: 'grid',
        gridTemplateColumns: 'repeat(4, minmax(0, 1fr))',
        gap: 1,
        m: 0,
        mb: 2,
        p: 1.5,
        borderRadius: 2,
        backgroundColor: theme.vars.palette.surface.sunken,
      })}
    >
      {figures.map(([name, count]) => (
        <Box key={name} sx={{ minWidth: 0 }}>
          <Typography variant="caption" component="dt" color="textSecondary" noWrap>
            {name}
          </Typography>
          <Typography component="dd" sx={{ m: 0, fontWeight: 650, fontSize: '1.0625rem' }}>
            {formatCount(count)}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
