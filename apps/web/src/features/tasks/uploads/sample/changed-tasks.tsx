import { Box, Link, Skeleton, Typography } from '@mui/material';
import type { ImportSummary, SampledTask } from '@portal/contracts/imports';
import { Link as RouterLink } from 'react-router';
import { FieldChanges } from '../../../../entities/tasks/field-changes';
import { formatCount, plural } from '../../../../lib/format';
import { paths } from '../../../../lib/paths';
import { PlainTable, type PlainColumn } from '../../../../tables/plain-table';
import { countsOf } from '../import-counts';

interface ChangedTasksProps {
  summary: ImportSummary;
  /** Undefined while loading. */
  sample: readonly SampledTask[] | undefined;
}

/** The first tasks that an import changes, or would change, with their fields before and after. */
export function ChangedTasks({ summary, sample }: ChangedTasksProps) {
  const changed = countsOf(summary)?.update ?? 0;
  // An import of an earlier version has changes without a sample.
  if (changed === 0 || sample?.length === 0) return null;
  const all = plural(changed, 'changed task', 'changed tasks');
  return (
    <Box component="section" aria-labelledby="changed-tasks">
      <Typography id="changed-tasks" variant="subtitle1" component="h2">
        Changed tasks
      </Typography>
      {sample ? (
        <>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {sample.length < changed
              ? `The first ${formatCount(sample.length)} of ${all}, before → after`
              : `${all}, before → after`}
          </Typography>
          <PlainTable
            label="Changed tasks"
            columns={COLUMNS}
            rows={sample}
            rowKey={({ turing_task_id: id }) => id}
            maxHeight={420}
            sx={STACKED}
          />
        </>
      ) : (
        <Skeleton variant="rounded" height={120} />
      )}
    </Box>
  );
}

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

/** Leads to what has changed the task before. */
function TaskLink({ id }: { id: number }) {
  return (
    <Link component={RouterLink} to={paths.adminTaskHistory(id)}>
      {id}
    </Link>
  );
}
