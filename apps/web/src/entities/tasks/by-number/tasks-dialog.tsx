import DownloadIcon from '~icons/ic/outline-file-download';
import { Button, DialogContent, Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import { ROUND_NUMBERS, type TaskNumber, type WorkNumber } from '@portal/contracts/constants';
import { wholeNumberParam } from '@portal/contracts/scalars';
import type { UserTask } from '@portal/contracts/task-stats';
import { type NumberExportQuery, tasksByNumberSchema } from '@portal/contracts/tasks-by-number';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { instantsOf } from '@portal/domain/periods';
import { statusTitle } from '@portal/domain/statuses';
import { useEffect, useMemo } from 'react';
import { isRefused } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { urlParam, useUrlState } from '../../../lib/url-state';
import { useDrawn } from '../../../lib/use-drawn';
import { type LiveUpdates, useLiveQuery } from '../../../live/live-query';
import { api } from '../../../session/api';
import { useDownload } from '../../../session/use-download';
import { ChartEmpty } from '../../../ui/chart-empty';
import { CopyLinkButton } from '../../../ui/copy-link-button';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useReportingZone } from '../../portal/use-today';
import type { OverviewQuery } from '../../batches/filters';
import { daysText } from '../../batches/filters-text';
import { ListOfTasks } from '../list-of-tasks';
import { useTaskPanelLoad } from '../open-task';
import { NOT_FOUND, searchParam, TaskSearch } from '../task-search';
import { DataTable } from '../../../tables/data-table';
import { ListFailure } from '../../../tables/list-failure';
import { validationTitle } from '../validation';
import { isOfWork, type ShownTasks } from './show-tasks';
import { keyOf, taskColumns } from './task-columns';
import { Row } from '../../../ui/layout';

/** The names of the numbers whose tasks are shown. */
const TITLES: Readonly<Record<TaskNumber | WorkNumber, string>> = {
  tasks: 'All Tasks',
  done: 'Completed, Reviewed and Delivered Tasks',
  done_reviewed: 'Completed Tasks with a Review',
  delivered: 'Tasks Delivered',
  ready: 'Ready for Delivery',
  rework: 'Rework Tasks',
  reviewed: 'Reviewed Tasks',
  reviewed_ready: 'Reviewed and Ready for Delivery',
  with_duration: 'Tasks with a Duration',
  completed_in_period: 'Completed Tasks',
  in_progress_in_period: 'Tasks in Progress',
  reviews_in_period: 'Reviews',
  reviewed_in_period: 'Reviewed Tasks',
  sent_back_in_period: 'Sent Back',
  waiting_for_review: 'Tasks That Wait for a Review',
  in_review_queue: 'Tasks for the Review Desk',
  completed_by_users: 'Completed Tasks',
  claimed_now: 'Claimed Tasks',
  done_of_user: 'Completed, Reviewed and Delivered Tasks',
  with_duration_of_user: 'Tasks with a Duration',
  rework_of_user: 'Rework Tasks',
  stuck: 'Stuck Tasks',
  rounds: 'Verdicts',
  first_looks: 'First Looks',
  rework_rounds: 'Rounds That Ended with Rework',
};

interface TasksDialogProps {
  projectId: number;
  of: ShownTasks;
  /** The filters of the page. */
  query?: OverviewQuery | undefined;
  batches?: readonly Batch[] | undefined;
  live: LiveUpdates;
  /** The project of the pushed states, if it is another one. */
  watched?: number | undefined;
  onClose: () => void;
}

const PARAMS = {
  tasks_search: searchParam,
  tasks_page: urlParam(wholeNumberParam({ minimum: 1 }), 1),
};
const FIRST_OF_ALL = { tasks_search: null, tasks_page: 1 };

/** The tasks that a number counts, or those of them that a search finds, largest id first. */
export function TasksDialog(props: TasksDialogProps) {
  const { projectId, of, query = {}, batches = NO_BATCHES, live, watched } = props;
  const [{ tasks_search: search, tasks_page: page }, setUrl] = useUrlState(PARAMS);
  const zone = useReportingZone();
  const filters = {
    ...filtersOf(of, query, zone),
    ...(search !== null && { search }),
    stamp_project_id: watched,
  };
  const shown = useTasksByNumber(of.batch?.project_id ?? projectId, { ...filters, page }, live);
  const last = useDrawn(shown, search);
  const drawn = isRefused(shown.error) ? undefined : last;
  const tasks = drawn?.data;
  const namesProject = projectId === ALL_PROJECTS_ID || of.project_id !== undefined;
  const { number, status } = of;
  const columns = useMemo(
    () => taskColumns(tasks?.items ?? [], batches, { number, status }, namesProject),
    [tasks, batches, number, status, namesProject],
  );
  // A link opens both, and this one is loaded last.
  const raisePanel = useTaskPanelLoad((state) => state.raise);
  useEffect(raisePanel, [raisePanel]);
  const pages = { page: page - 1, size: TASKS_PAGE_SIZE, total: tasks?.total ?? 0 };
  const turn = (index: number, replace = false) => setUrl({ tasks_page: index + 1 }, { replace });
  const close = () => {
    setUrl(FIRST_OF_ALL, { replace: true });
    props.onClose();
  };
  return (
    <AppDialog title={titleOf(of, batches)} width={1000} onClose={close}>
      <DialogContent>
        <ListOfTasks
          tasks={tasks?.items}
          pages={{
            ...pages,
            page: (tasks?.page ?? page) - 1,
            onPage: (index) => turn(index, true),
          }}
        >
          <DataTable
            name="tasks-by-number"
            label="Tasks"
            columns={columns}
            rows={tasks?.items}
            rowId={idIn(tasks?.items ?? [])}
            paging={{
              by: 'server',
              ...pages,
              onPage: (index) => turn(index),
            }}
            refreshing={drawn?.isOld ?? false}
            toolbar={
              <Row wrap gap={1} sx={{ flex: 1 }}>
                <TaskSearch
                  value={search}
                  onSearch={(text) => setUrl({ tasks_search: text, tasks_page: 1 })}
                />
                <Typography variant="body2" color="textSecondary" role="status">
                  {drawn &&
                    countText(of.number, drawn.data.total, drawn.label !== null) +
                      filtersText(of, query)}
                </Typography>
                <Download projectId={of.batch?.project_id ?? projectId} query={filters} of={of} />
                <CopyLinkButton link={() => window.location.href} />
              </Row>
            }
            empty={<ChartEmpty {...emptyText(tasks?.total === 0, drawn?.label ?? null)} />}
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

function emptyText(isNone: boolean, search: string | null) {
  if (!isNone) return NO_PAGE;
  return search === null ? NO_TASKS : NOT_FOUND;
}

const NO_TASKS = { title: 'No tasks', detail: 'No task is counted now with these filters.' };
const NO_PAGE = { title: 'No tasks', detail: 'The list is shorter now. Go to an earlier page.' };

interface DownloadProps {
  projectId: number;
  query: Omit<TasksQuery, 'page'>;
  of: ShownTasks;
}

/** All tasks of the number, also those of other pages. */
function Download({ projectId, query, of }: DownloadProps) {
  const { start, isPending } = useDownload({
    path: '/tasks/by-number/export',
    query: { project_id: projectId, ...query },
    accept: 'text/csv',
    fileName: `tasks-${of.number}.csv`,
    failed: 'The tasks could not be downloaded',
  });
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      loading={isPending}
      loadingPosition="start"
      onClick={start}
    >
      CSV
    </Button>
  );
}

const NO_BATCHES: readonly Batch[] = [];

/** A task with two reviews has two rows. */
function idIn(tasks: readonly UserTask[]): (task: UserTask) => string {
  return (task) => {
    const { turing_task_id: id } = task;
    const same = tasks.filter(({ turing_task_id }) => turing_task_id === id);
    return same.length === 1 ? String(id) : `${id}-${same.indexOf(task)}`;
  };
}

function countText(number: ShownTasks['number'], count: number, isSearched: boolean): string {
  const found = isSearched ? ' found' : '';
  const each = `${found}, each with its task, largest id first`;
  if (COUNTS_VERDICTS.includes(number)) return `${plural(count, 'verdict', 'verdicts')}${each}`;
  if (number === 'reviews_in_period') return `${plural(count, 'review', 'reviews')}${each}`;
  return `${plural(count, 'task', 'tasks')}${found}, largest id first`;
}

/** The filters of the page, which the title does not name. */
function filtersText(of: ShownTasks, query: OverviewQuery): string {
  const { start_date: start = null, end_date: end = null, batch_ids: batches } = query;
  const hasDays = !isOfWork(of.number) && (start !== null || end !== null);
  return [
    hasDays && daysText({ start, end }),
    of.batch === undefined && batches && plural(batches.length, 'batch', 'batches'),
  ]
    .filter((text) => typeof text === 'string')
    .map((text) => ` · ${text}`)
    .join('');
}

const COUNTS_VERDICTS: readonly ShownTasks['number'][] = [
  'sent_back_in_period',
  'rounds',
  'rework_rounds',
];

function titleOf(of: ShownTasks, batches: readonly Batch[]): string {
  const { number, status, target_model: model, validation_status: validation, batch } = of;
  const name = batches.find((one) => batch && keyOf(one) === keyOf(batch))?.name;
  return [
    status === undefined ? TITLES[number] : statusTitle(status),
    validation !== undefined && validationTitle(validation || null),
    model !== undefined && (model === '' ? 'No model' : model),
    batch !== undefined && (name ?? `Batch ${batch.turing_batch_id}`),
    of.reason !== undefined && (of.reason || 'Without a reason'),
    of.task_user !== undefined && (of.task_user || 'Nobody'),
    of.user_email,
    of.pod_name,
    of.pod_role && `${of.pod_role}s`,
    of.days && daysText({ start: of.days.first ?? null, end: of.days.last ?? null }),
  ]
    .filter((word) => word !== false && word !== undefined)
    .join(': ');
}

/** A number of work has its own days in place of those of the page. */
function filtersOf(of: ShownTasks, query: OverviewQuery, zone: string): Omit<TasksQuery, 'page'> {
  const { batch, project_id: _, days, instants, ...part } = of;
  const filters = batch === undefined ? query : { ...query, batch_ids: [batch.turing_batch_id] };
  if (!isOfWork(of.number)) return { ...filters, ...part };
  const { batch_ids } = filters;
  return {
    ...(batch_ids && { batch_ids }),
    ...part,
    ...(days &&
      (ROUND_NUMBERS.some((number) => number === of.number)
        ? datesOf(days)
        : periodOf(days, zone))),
    ...(instants && { start_datetime: instants.start, end_datetime: instants.end }),
  };
}

type ShownDays = NonNullable<ShownTasks['days']>;

function periodOf({ first, last }: ShownDays, zone: string) {
  const spanOf = (day: string) => instantsOf({ first: day, last: day }, zone);
  return {
    ...(first !== undefined && { start_datetime: spanOf(first).start.toISOString() }),
    ...(last !== undefined && { end_datetime: spanOf(last).end.toISOString() }),
  };
}

/** Numbers of rounds have the dates of their request. */
const datesOf = ({ first, last }: ShownDays) => ({
  ...(first !== undefined && { start_date: first }),
  ...(last !== undefined && { end_date: last }),
});

/** Rows of a page. */
const TASKS_PAGE_SIZE = 20;
/** Minimum time between two fetches after pushed states: the server reads tasks until a page is full. */
const THROTTLE_MS = 3_000;

interface TasksQuery
  extends
    Pick<NumberExportQuery, 'search'>,
    OverviewQuery,
    Omit<ShownTasks, 'project_id' | 'batch' | 'days' | 'instants'> {
  readonly start_datetime?: string | undefined;
  readonly end_datetime?: string | undefined;
  readonly stamp_project_id?: number | undefined;
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
