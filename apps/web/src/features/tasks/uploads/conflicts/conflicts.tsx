import { Box, Typography } from '@mui/material';
import type { ImportConflict, ImportSummary } from '@portal/contracts/imports';
import { useId } from 'react';
import { ConflictFields } from '../../../../entities/tasks/conflict-fields';
import { ListOfTasks } from '../../../../entities/tasks/list-of-tasks';
import { TaskLink } from '../../../../entities/tasks/task-link';
import { formatCount } from '../../../../lib/format';
import { PlainTable, type PlainColumn } from '../../../../tables/plain-table';
import { Instant } from '../../../../ui/instant';

interface ConflictsProps {
  summary: ImportSummary;
  /** The first ones. */
  conflicts: readonly ImportConflict[];
}

/** The rows that contradict what people changed in the portal after the time of the row. */
export function Conflicts({ summary, conflicts }: ConflictsProps) {
  const id = useId();
  const { conflict_count: count, on_conflict: winner } = summary;
  const first = conflicts.length < count ? `The first ${formatCount(conflicts.length)}. ` : '';
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="subtitle1" component="h2">
        Rows that contradict the portal
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {first}
        {winner === 'desk' ? KEPT : OVERRULED}
      </Typography>
      <ListOfTasks tasks={conflicts}>
        <PlainTable
          label="Rows that contradict the portal"
          columns={COLUMNS}
          rows={conflicts}
          rowKey={({ turing_task_id: key }) => key}
          maxHeight={420}
        />
      </ListOfTasks>
    </Box>
  );
}

const KEPT =
  'These tasks were changed in the portal after the time of their rows. They keep the values of the portal; the other fields of the rows are imported.';
const OVERRULED =
  'These tasks were changed in the portal after the time of their rows. They get the values of the file.';

const COLUMNS: readonly PlainColumn<ImportConflict>[] = [
  { head: 'Task', cell: ({ turing_task_id: id }) => <TaskLink id={id} /> },
  { head: 'In the portal and in the file', cell: (one) => <ConflictFields conflict={one} /> },
  {
    head: 'Changed in the portal by',
    cell: ({ changed_by: email, changed_by_name: name, changed_at: at }) => (
      <>
        {name ?? email ?? 'A user who is deleted'}, <Instant at={at} />
      </>
    ),
  },
];
