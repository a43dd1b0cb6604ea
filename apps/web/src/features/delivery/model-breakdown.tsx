import CategoryIcon from '~icons/ic/outline-category';
import { Box, Card, Typography } from '@mui/material';
import type { ModelStats } from '@portal/contracts/dashboard';
import DonutLargeIcon from '~icons/ic/baseline-donut-large';
import TableRowsIcon from '~icons/ic/outline-table-rows';
import { useMemo } from 'react';
import { MessagePanel } from '../../ui/message-panel';
import { StatusDoughnut } from '../../charts/status/status-doughnut';
import { useShowTasks } from '../../entities/tasks/by-number/show-tasks';
import { StatusTable } from '../../charts/status/status-table';
import { statusRows } from '../../charts/status/statuses';
import { formatPercent, plural } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { ViewToggle } from '../../ui/view-toggle';
import { Figures } from './model-figures';
import { handlingTimeText } from './handling-time';
import { ValidationBar } from './validation-bar';
import { Columns } from '../../ui/layout';

interface ModelBreakdownProps {
  models: readonly ModelStats[];
  /** Names of the models that are shown as a doughnut; '' for no model. */
  doughnuts: readonly string[];
  onDoughnuts: (models: readonly string[]) => void;
}

/** One card per target model. */
export function ModelBreakdown({ models, doughnuts, onDoughnuts }: ModelBreakdownProps) {
  return (
    <Box component="section" aria-label="Model-wise Breakdown" sx={{ mt: 3 }}>
      <Typography variant="h2" sx={{ mb: 2 }}>
        Model-wise Breakdown
      </Typography>
      {models.every((model) => model.target_model === null) ? (
        <Card>
          <MessagePanel
            icon={CategoryIcon}
            title="No Model Data Available"
            detail="No task with these filters has a model."
          />
        </Card>
      ) : (
        <Columns columns={{ lg: 2 }} gap={2}>
          {models.map((model) => {
            const name = model.target_model ?? '';
            const others = doughnuts.filter((other) => other !== name);
            return (
              <ModelCard
                key={name}
                model={model}
                view={doughnuts.includes(name) ? 'doughnut' : 'table'}
                onView={(view) => onDoughnuts(view === 'doughnut' ? [...others, name] : others)}
              />
            );
          })}
        </Columns>
      )}
    </Box>
  );
}

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
function ModelCard({ model, view, onView }: ModelCardProps) {
  const title = model.target_model ?? 'No model';
  const name = model.target_model ?? '';
  const show = useShowTasks();
  const onStatus =
    show && ((status: string) => show({ number: 'tasks', target_model: name, status }));
  const rows = useMemo(() => statusRows(model.by_status), [model.by_status]);
  const total = rows.reduce((sum, row) => sum + row.value, 0);
  const label = `${title}: ${rows
    .map((row) => `${row.label} ${formatPercent(row.percentage)}`)
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
      <Figures model={model} title={title} />
      <Box sx={{ flex: 1, display: 'flex', flexDirection: 'column', mb: 2.5 }}>
        {view === 'table' ? (
          <StatusTable {...{ rows, total, onStatus }} />
        ) : (
          <StatusDoughnut {...{ rows, total, label, onStatus }} />
        )}
      </Box>
      <ValidationBar byStatus={model.by_validation_status} model={name} title={title} />
    </SectionCard>
  );
}
