import DownloadIcon from '~icons/ic/outline-file-download';
import { Button } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import type { CsvDialect } from '@portal/contracts/csv';
import type { OwnTask } from '@portal/contracts/task-stats';
import { type CsvCell, csvHeader, csvLine } from '@portal/domain/csv';
import { csvDialect } from '../../lib/csv-dialect';
import { saveFile } from '../../lib/download';
import { readUserTasks, type UserTasksQuery } from './api';
import { TASK_COLUMNS } from './task-columns';

interface CsvButtonProps {
  email: string;
  query: UserTasksQuery;
  disabled: boolean;
}

/** Downloads all tasks of the period, also those that the page does not load. */
export function CsvButton({ email, query, disabled }: CsvButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const reading = { projectId: null, max: Number.POSITIVE_INFINITY };
      const { tasks } = await readUserTasks(email, query, reading);
      const name = `tasks_${email.replaceAll(/[^a-z0-9]/gi, '_')}.csv`;
      saveFile(new Blob([tasksCsv(tasks, csvDialect())], { type: 'text/csv;charset=utf-8' }), name);
    },
    meta: { failed: 'Failed to download the tasks' },
  });
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      disabled={disabled}
      loading={isPending}
      loadingPosition="start"
      onClick={() => mutate()}
    >
      CSV
    </Button>
  );
}

/** The tasks as CSV with the columns of the page; a spreadsheet runs no cell as a formula. */
export function tasksCsv(tasks: readonly OwnTask[], dialect?: CsvDialect): string {
  const names = TASK_COLUMNS.map(({ label }) => label);
  const rows = tasks.map((task) => TASK_COLUMNS.map(({ value }) => cellOf(value(task))));
  return [csvHeader(names, dialect), ...rows.map((row) => csvLine(row, dialect))].join('');
}

function cellOf(value: string | number | null): CsvCell {
  return typeof value === 'number' ? { number: String(value) } : (value ?? '');
}
