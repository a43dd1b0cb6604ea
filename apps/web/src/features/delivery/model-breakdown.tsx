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
import { handlingTimeText } from './handling-time';
import { Columns, Row } from '../../ui/layout';
import { TaskCount } from '../../entities/tasks/by-number/task-count';
import { SegmentBar } from '../../charts/segment-bar';
import { VALIDATIONS } from '../../entities/tasks/validation';
import { statusColor } from '../../ui/status-color';
import { StatusDot } from '../../ui/status-dot';
import { Fact } from '../../ui/facts';

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

interface FiguresProps {
  model: ModelStats;
  /** Name of the model. */
  title: string;
}

/** The numbers of a model; each opens its tasks. */
function Figures({ model, title }: FiguresProps) {
  const figures = [
    ['delivered', 'Delivered', model.total_delivered],
    ['ready', 'Ready', model.ready_for_delivery],
    ['reviewed', 'Reviewed', model.reviewed_count],
    ['rework', 'Rework', model.rework_count],
  ] as const;
  return (
    <Columns
      component="dl"
      columns={4}
      gap={1}
      sx={{ mb: 2, p: 1.5, borderRadius: 2, bgcolor: 'surface.sunken' }}
    >
      {figures.map(([number, name, count]) => (
        <Fact key={name} name={name} variant="h3">
          <TaskCount
            of={{ number, target_model: model.target_model ?? '' }}
            name={`${name}, ${title}`}
            count={count}
          />
        </Fact>
      ))}
    </Columns>
  );
}

interface ValidationBarProps {
  byStatus: Readonly<Record<string, number>>;
  /** The model of these tasks, '' for none, and its title. */
  model: string;
  title: string;
}

/** Tasks by validation status. */
function ValidationBar({ byStatus, model, title: modelTitle }: ValidationBarProps) {
  const parts = VALIDATIONS.map(({ status, title, like }) => ({
    key: status,
    title,
    value: byStatus[status] ?? 0,
    color: statusColor(like),
  })).filter(({ value }) => value > 0);
  return (
    <Box>
      <Typography variant="subtitle2" component="h3" color="textSecondary" sx={{ mb: 0.75 }}>
        Validation
      </Typography>
      <SegmentBar segments={parts} />
      <Row component="ul" wrap align="stretch" sx={{ columnGap: 2, mt: 1 }}>
        {parts.map(({ key, title, value, color }) => (
          <Row key={key} component="li" gap={0.75} sx={{ typography: 'caption' }}>
            <StatusDot style={{ background: color }} />
            {title}{' '}
            <strong>
              <TaskCount
                of={{
                  number: 'tasks',
                  target_model: model,
                  validation_status: key === 'none' ? '' : key,
                }}
                name={`${title}, ${modelTitle}`}
                count={value}
              />
            </strong>
          </Row>
        ))}
      </Row>
    </Box>
  );
}
