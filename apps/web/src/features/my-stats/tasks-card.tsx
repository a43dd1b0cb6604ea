import { Alert, Box, Button } from '@mui/material';
import { useMemo } from 'react';
import { formatCount, plural } from '../../lib/format';
import { useDrawn } from '../../lib/use-drawn';
import { SectionCard } from '../../ui/section-card';
import { ChartEmpty } from '../../ui/chart-empty';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { NOT_FOUND, TaskSearch } from '../../entities/tasks/task-search';
import { sortedRows } from '../../tables/sorted-rows';
import { DataTable } from '../../tables/data-table';
import { ListFailure } from '../../tables/list-failure';
import type { Sort } from '../../tables/table-props';
import { type UserTasks, type UserTasksQuery, useUserTasks } from './api';
import { TASK_COLUMNS } from './task-columns';
import DownloadIcon from '~icons/ic/outline-file-download';
import { useMutation } from '@tanstack/react-query';

interface TasksCardProps {
  email: string;
  /** The period. */
  query: UserTasksQuery;
  /** Its tasks. */
  loaded: UserTasks;
  search: string | null;
  onSearch: (search: string | null) => void;
  sort: Sort;
  onSort: (sort: Sort) => void;
}

/** The tasks of the period, or those that a search finds, as a table. */
export function TasksCard(props: TasksCardProps) {
  const { email, query, loaded, search, onSearch, sort, onSort } = props;
  const searched = search === null ? query : { ...query, search };
  const found = useUserTasks(email, searched, search !== null);
  const drawn = useDrawn(found, search);
  const shown = search === null ? loaded : drawn?.data;
  const rows = useMemo(() => shown && sortedRows(shown.tasks, TASK_COLUMNS, sort), [shown, sort]);
  const partial = shown && shown.tasks.length < shown.total;
  return (
    <SectionCard
      title="Tasks"
      detail={shown && plural(shown.total, 'task', 'tasks') + (search === null ? '' : ' found')}
    >
      {partial && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          The page shows the newest {formatCount(shown.tasks.length)} tasks. The CSV has all of
          them; a shorter period shows the others.
        </Alert>
      )}
      <ListOfTasks tasks={rows}>
        <DataTable
          name="trainer-tasks"
          label="Tasks"
          columns={TASK_COLUMNS}
          rows={rows}
          rowId={({ turing_task_id }) => String(turing_task_id)}
          sort={sort}
          onSort={onSort}
          refreshing={search !== null && drawn?.isOld === true}
          toolbar={
            <>
              <TaskSearch value={search} onSearch={onSearch} />
              <Box sx={{ ml: 'auto' }}>
                <CsvButton email={email} query={searched} disabled={shown?.total === 0} />
              </Box>
            </>
          }
          empty={<ChartEmpty {...(search === null ? NONE : NOT_FOUND)} />}
          error={
            search !== null &&
            found.isError && (
              <ListFailure
                error={found.error}
                failed="Error loading tasks"
                onRetry={() => void found.refetch()}
              />
            )
          }
        />
      </ListOfTasks>
    </SectionCard>
  );
}

const NONE = { title: 'No tasks', detail: 'No tasks in this period. Try another one.' };

interface CsvButtonProps {
  email: string;
  query: UserTasksQuery;
  disabled: boolean;
}

/** Downloads all tasks of the period, also those that the page does not load. */
function CsvButton({ email, query, disabled }: CsvButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { saveTasksCsv } = await import('./tasks-csv');
      await saveTasksCsv(email, query);
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
