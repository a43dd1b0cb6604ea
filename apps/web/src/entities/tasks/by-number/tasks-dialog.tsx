import { DialogContent, Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import type { TaskNumber } from '@portal/contracts/constants';
import { tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { statusTitle } from '@portal/domain/statuses';
import { useMemo } from 'react';
import { isRefused } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { useDrawn } from '../../../lib/use-drawn';
import { type LiveUpdates, useLiveQuery } from '../../../live/live-query';
import { api } from '../../../session/api';
import { ChartEmpty } from '../../../ui/chart-empty';
import { CopyLinkButton } from '../../../ui/copy-link-button';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import type { OverviewQuery } from '../../batches/filters';
import { ListOfTasks } from '../list-of-tasks';
import { DataTable } from '../../../tables/data-table';
import { ListFailure } from '../../../tables/list-failure';
import { validationTitle } from '../validation';
import type { ShownTasks } from './show-tasks';
import { keyOf, taskColumns } from './task-columns';
import { Row } from '../../../ui/layout';

/** The names of the numbers whose tasks are shown. */
const TITLES: Readonly<Record<TaskNumber, string>> = {
  tasks: 'All Tasks',
  done: 'Completed, Reviewed and Delivered Tasks',
  done_reviewed: 'Completed Tasks with a Review',
  delivered: 'Tasks Delivered',
  ready: 'Ready for Delivery',
  rework: 'Rework Tasks',
  reviewed: 'Reviewed Tasks',
  reviewed_ready: 'Reviewed and Ready for Delivery',
  with_duration: 'Tasks with a Duration',
};

interface TasksDialogProps {
  projectId: number;
  of: ShownTasks;
  /** The filters of the page. */
  query: OverviewQuery;
  batches: readonly Batch[];
  live: LiveUpdates;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The tasks that a number counts, largest id first. */
export function TasksDialog(props: TasksDialogProps) {
  const { projectId, of, query, batches, live, page, onPage, onClose } = props;
  const { batch, ...part } = of;
  const filters = batch === undefined ? query : { ...query, batch_ids: [batch.turing_batch_id] };
  const shown = useTasksByNumber(
    batch?.project_id ?? projectId,
    { ...filters, ...part, page },
    live,
  );
  const columns = useMemo(
    () => taskColumns(batches, projectId === ALL_PROJECTS_ID),
    [batches, projectId],
  );
  const last = useDrawn(shown, page);
  const drawn = isRefused(shown.error) ? undefined : last;
  const tasks = drawn?.data;
  return (
    <AppDialog title={titleOf(of, batches)} width={1000} onClose={onClose}>
      <DialogContent sx={{ px: { xs: 2, sm: 3 } }}>
        <ListOfTasks tasks={tasks?.items}>
          <DataTable
            name="tasks-by-number"
            label="Tasks"
            columns={columns}
            rows={tasks?.items}
            rowId={({ turing_task_id }) => String(turing_task_id)}
            paging={{
              by: 'server',
              page: page - 1,
              size: TASKS_PAGE_SIZE,
              total: tasks?.total ?? 0,
              onPage: (index) => onPage(index + 1),
            }}
            refreshing={drawn?.isOld ?? false}
            toolbar={
              <Row gap={1}>
                <Typography variant="body2" color="textSecondary" role="status">
                  {tasks && `${plural(tasks.total, 'task', 'tasks')}, largest id first`}
                </Typography>
                <CopyLinkButton link={() => window.location.href} />
              </Row>
            }
            empty={<ChartEmpty {...(tasks?.total === 0 ? NO_TASKS : NO_PAGE)} />}
            error={
              shown.isError && (
                <ListFailure
                  error={shown.error}
                  failed="Error loading tasks"
                  onRetry={() => void shown.refetch()}
                />
              )
            }
            maxHeight="60dvh"
          />
        </ListOfTasks>
      </DialogContent>
    </AppDialog>
  );
}

const NO_TASKS = { title: 'No tasks', detail: 'No task is counted now with these filters.' };
const NO_PAGE = { title: 'No tasks', detail: 'The list is shorter now. Go to an earlier page.' };

function titleOf(of: ShownTasks, batches: readonly Batch[]): string {
  const { number, status, target_model: model, validation_status: validation, batch } = of;
  const name = batches.find((one) => batch && keyOf(one) === keyOf(batch))?.name;
  return [
    status === undefined ? TITLES[number] : statusTitle(status),
    validation !== undefined && validationTitle(validation || null),
    model !== undefined && (model === '' ? 'No model' : model),
    batch !== undefined && (name ?? `Batch ${batch.turing_batch_id}`),
  ]
    .filter((word) => word !== false)
    .join(': ');
}

/** Rows of a page. */
const TASKS_PAGE_SIZE = 20;
/** Minimum time between two fetches after pushed states: the server reads tasks until a page is full. */
const THROTTLE_MS = 3_000;

interface TasksQuery extends OverviewQuery, Omit<ShownTasks, 'batch'> {
  readonly page: number;
}

/** The tasks that a number counts; fetched again when a pushed state is newer. */
function useTasksByNumber(projectId: number, query: TasksQuery, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    // Each task has the name of its project.
    meta: { reads: ['project'] },
    queryKey: ['tasks-by-number', projectId, query] as const,
    throttle: THROTTLE_MS,
    ...api.read('/tasks/by-number', tasksByNumberSchema, {
      project_id: projectId,
      ...query,
      size: TASKS_PAGE_SIZE,
    }),
  });
}
