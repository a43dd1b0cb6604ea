import { DialogContent, Typography } from '@mui/material';
import type { Batch } from '@portal/contracts/dashboard';
import type { DeliveryMetric } from '@portal/contracts/delivery-tasks';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import { useMemo } from 'react';
import { isRefused } from '../../../lib/api-error';
import { plural } from '../../../lib/format';
import { useDrawn } from '../../../lib/use-drawn';
import type { LiveUpdates } from '../../../live/live-query';
import { ChartEmpty } from '../../../ui/chart-empty';
import { CopyLinkButton } from '../../../ui/copy-link-button';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import type { OverviewQuery } from '../../../entities/batches/filters';
import { ListOfTasks } from '../../../entities/tasks/list-of-tasks';
import { DataTable } from '../../../tables/data-table';
import { ListFailure } from '../../../tables/list-failure';
import { TASKS_PAGE_SIZE, useDeliveryTasks } from '../api';
import { deliveryTaskColumns } from './delivery-task-columns';
import { Row } from '../../../ui/layout';

/** The names of the numbers whose tasks are shown. */
const METRIC_TITLES: Readonly<Record<DeliveryMetric, string>> = {
  delivered: 'Tasks Delivered',
  ready: 'Ready for Delivery',
  rework: 'Rework Tasks',
  reviewed: 'Reviewed Tasks',
  reviewed_ready: 'Reviewed and Ready for Delivery',
  with_duration: 'Tasks with a Duration',
};

interface DeliveryTasksDialogProps {
  projectId: number;
  metric: DeliveryMetric;
  /** '' for tasks without a model, null for all tasks. */
  model: string | null;
  /** The filters of the page. */
  query: OverviewQuery;
  batches: readonly Batch[];
  live: LiveUpdates;
  /** From 1. */
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The tasks that a number counts, newest first. */
export function DeliveryTasksDialog(props: DeliveryTasksDialogProps) {
  const { projectId, metric, model, query, batches, live, page, onPage, onClose } = props;
  const shown = useDeliveryTasks(
    projectId,
    { ...query, metric, ...(model !== null && { target_model: model }), page },
    live,
  );
  const columns = useMemo(
    () => deliveryTaskColumns(batches, projectId === ALL_PROJECTS_ID),
    [batches, projectId],
  );
  const last = useDrawn(shown, page);
  const drawn = isRefused(shown.error) ? undefined : last;
  const tasks = drawn?.data;
  return (
    <AppDialog title={titleOf(metric, model)} width={1000} onClose={onClose}>
      <DialogContent sx={{ px: { xs: 2, sm: 3 } }}>
        <ListOfTasks tasks={tasks?.items}>
          <DataTable
            name="delivery-tasks"
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
                  {tasks && `${plural(tasks.total, 'task', 'tasks')}, newest first`}
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

function titleOf(metric: DeliveryMetric, model: string | null): string {
  if (model === null) return METRIC_TITLES[metric];
  return `${METRIC_TITLES[metric]}: ${model === '' ? 'No model' : model}`;
}
