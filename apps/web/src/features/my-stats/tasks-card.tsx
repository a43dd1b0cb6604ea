import { Alert, Box } from '@mui/material';
import type { ReactNode } from 'react';
import { formatCount, plural } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { ChartEmpty } from '../../ui/chart-empty';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { DataTable } from '../../tables/data-table';
import type { Sort } from '../../tables/table-props';
import type { UserTasks } from './api';
import { TASK_COLUMNS } from './task-columns';

interface TasksCardProps {
  loaded: UserTasks;
  sort: Sort;
  onSort: (sort: Sort) => void;
  actions: ReactNode;
}

/** The tasks of the period as a table. */
export function TasksCard({ loaded, sort, onSort, actions }: TasksCardProps) {
  const partial = loaded.tasks.length < loaded.total;
  return (
    <SectionCard title="Tasks" detail={plural(loaded.total, 'task', 'tasks')}>
      {partial && (
        <Alert severity="info" sx={{ mb: 1.5 }}>
          The page shows the newest {formatCount(loaded.tasks.length)} tasks. The CSV has all of
          them; a shorter period shows the others.
        </Alert>
      )}
      <ListOfTasks tasks={loaded.tasks}>
        <DataTable
          name="trainer-tasks"
          label="Tasks"
          columns={TASK_COLUMNS}
          rows={loaded.tasks}
          rowId={({ turing_task_id }) => String(turing_task_id)}
          sort={sort}
          onSort={onSort}
          toolbar={<Box sx={{ ml: 'auto' }}>{actions}</Box>}
          empty={<ChartEmpty title="No tasks" detail="No tasks in this period. Try another one." />}
        />
      </ListOfTasks>
    </SectionCard>
  );
}
