import { Box, Typography } from '@mui/material';
import type { ImportSummary, SampledTask } from '@portal/contracts/imports';
import { useId } from 'react';
import { FieldChanges } from '../../../../entities/tasks/field-changes';
import { TaskLink } from '../../../../entities/tasks/task-link';
import { formatCount, plural } from '../../../../lib/format';
import { PlainTable, type PlainColumn } from '../../../../tables/plain-table';
import { countsOf } from '../import-counts';

interface ChangedTasksProps {
  summary: ImportSummary;
  sample: readonly SampledTask[];
}

/** The first tasks that an import changes or makes, or would, with their fields before and after. */
export function ChangedTasks({ summary, sample }: ChangedTasksProps) {
  const { update: changed = 0, insert = 0 } = countsOf(summary) ?? {};
  const isNew = ({ is_new: is = false }: SampledTask) => is;
  return (
    <>
      <Tasks
        title="Changed tasks"
        tasks={sample.filter((one) => !isNew(one))}
        of={changed}
        columns={COLUMNS}
      />
      <Tasks
        title="New tasks"
        tasks={sample.filter(isNew)}
        of={insert}
        columns={summary.dry_run ? COMING_COLUMNS : NEW_COLUMNS}
      />
    </>
  );
}

interface TasksProps {
  title: 'Changed tasks' | 'New tasks';
  tasks: readonly SampledTask[];
  /** How many there are in all. */
  of: number;
  columns: readonly PlainColumn<SampledTask>[];
}

function Tasks({ title, tasks, of, columns }: TasksProps) {
  const id = useId();
  // An import of an earlier version has changes without a sample.
  if (tasks.length === 0) return null;
  const [one, more] = title === 'New tasks' ? NEW : CHANGED;
  const all = plural(of, one, more);
  const counted = tasks.length < of ? `The first ${formatCount(tasks.length)} of ${all}` : all;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="subtitle1" component="h2">
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {title === 'New tasks' ? counted : `${counted}, before → after`}
      </Typography>
      <PlainTable
        label={title}
        columns={columns}
        rows={tasks}
        rowKey={({ turing_task_id: key }) => key}
        maxHeight={420}
        sx={STACKED}
      />
    </Box>
  );
}

const CHANGED = ['changed task', 'changed tasks'] as const;
const NEW = ['new task', 'new tasks'] as const;

/** A phone has no room for two columns: there a task is above its changes. */
const STACKED = {
  '& thead': { display: { xs: 'none', sm: 'table-header-group' } },
  '& tbody tr': { display: { xs: 'block', sm: 'table-row' } },
  '& tbody th, & tbody td': {
    display: { xs: 'block', sm: 'table-cell' },
    verticalAlign: 'top',
    px: { xs: 0, sm: 2 },
  },
  '& tbody th': { width: 140, borderBottomWidth: { xs: 0, sm: '1px' }, pb: { xs: 0, sm: 0.75 } },
};

const COLUMNS: readonly PlainColumn<SampledTask>[] = [
  { head: 'Task', cell: ({ turing_task_id: id }) => <TaskLink id={id} /> },
  { head: 'Changes', cell: ({ fields }) => <FieldChanges fields={fields} /> },
];

const VALUES: PlainColumn<SampledTask> = {
  head: 'Values',
  cell: ({ fields }) => <FieldChanges fields={fields} change="created" />,
};
const NEW_COLUMNS = [...COLUMNS.slice(0, 1), VALUES];
/** A preview has no page for a task that is not stored. */
const COMING_COLUMNS = [
  { head: 'Task', cell: ({ turing_task_id: id }: SampledTask) => id },
  VALUES,
];
