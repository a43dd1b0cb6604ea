import type { Batch } from '@portal/contracts/dashboard';
import { POD_ROLES, TASK_NUMBERS, WORK_NUMBERS } from '@portal/contracts/constants';
import { daySchema, instantSchema, wholeNumberParam } from '@portal/contracts/scalars';
import { type ReactNode, Suspense, useCallback } from 'react';
import { z } from 'zod';
import { urlParam, type UrlStateOf, useUrlState } from '../../../lib/url-state';
import { type LiveUpdates, useProjectUpdates } from '../../../live/live-query';
import { useMay } from '../../../session/permissions';
import { lazyPart } from '../../../ui/lazy-part';
import type { OverviewQuery } from '../../batches/filters';
import { type ShownTasks, ShowTasks } from './show-tasks';

const TasksDialog = lazyPart(async () => (await import('./tasks-dialog')).TasksDialog);

interface NumberTasksProps {
  projectId: number;
  /** The filters of the numbers. */
  query?: OverviewQuery;
  /** For their names; those of others are asked for. */
  batches?: readonly Batch[];
  live: LiveUpdates;
  /** The project whose pushed states the page follows, if it is another one. */
  watched?: number | null;
  /** Whether the numbers are of people whose work the user sees, and so their tasks. */
  ofPeople?: boolean;
  children: ReactNode;
}

/** The numbers of a page. Each opens the tasks that it counts in a dialog, which is in the URL. */
export function NumberTasks(props: NumberTasksProps) {
  const { projectId, query, batches, live, watched, ofPeople = false, children } = props;
  const may = useMay();
  const [shown, setShown] = useUrlState(SHOWN_PARAMS);
  const show = useCallback(
    ({ number, project_id, status, target_model, validation_status, batch, ...work }: ShownTasks) =>
      setShown({
        tasks: number,
        tasks_project: project_id === projectId ? null : (project_id ?? null),
        tasks_status: status ?? null,
        tasks_model: target_model ?? null,
        tasks_validation: validation_status ?? null,
        tasks_batch: batch ? `${batch.project_id}-${batch.turing_batch_id}` : null,
        tasks_first: work.days?.first ?? null,
        tasks_last: work.days?.last ?? null,
        tasks_start: work.instants?.start ?? null,
        tasks_end: work.instants?.end ?? null,
        tasks_user: work.user_email ?? null,
        tasks_pod: work.pod_name ?? null,
        tasks_role: work.pod_role ?? null,
        tasks_reason: work.reason ?? null,
        tasks_of: work.task_user ?? null,
      }),
    [setShown, projectId],
  );
  const other = useProjectUpdates(shown.tasks_project);
  if (!ofPeople && !may(['data-upload', 'pod-info-public-view'])) return children;
  return (
    <ShowTasks value={show}>
      {children}
      {shown.tasks !== null && (
        <Suspense fallback={null}>
          <TasksDialog
            projectId={shown.tasks_project ?? projectId}
            of={shownBy(shown.tasks, shown)}
            query={query}
            batches={batches}
            live={shown.tasks_project === null ? live : other}
            watched={shown.tasks_project === null ? (watched ?? undefined) : undefined}
            onClose={() => setShown(CLOSED)}
          />
        </Suspense>
      )}
    </ShowTasks>
  );
}

const SHOWN_PARAMS = {
  tasks: urlParam(z.enum([...TASK_NUMBERS, ...WORK_NUMBERS]), null),
  tasks_project: urlParam(wholeNumberParam({ minimum: 0 }), null),
  tasks_status: urlParam(z.string(), null),
  tasks_model: urlParam(z.string(), null),
  tasks_validation: urlParam(z.string(), null),
  /** Its project and its id. */
  tasks_batch: urlParam(z.string().regex(/^\d{1,10}-\d{1,16}$/), null),
  tasks_first: urlParam(daySchema, null),
  tasks_last: urlParam(daySchema, null),
  tasks_start: urlParam(instantSchema, null),
  tasks_end: urlParam(instantSchema, null),
  tasks_user: urlParam(z.string(), null),
  tasks_pod: urlParam(z.string(), null),
  tasks_role: urlParam(z.enum(POD_ROLES), null),
  tasks_reason: urlParam(z.string(), null),
  tasks_of: urlParam(z.string(), null),
};

const CLOSED: Record<string, null> = Object.fromEntries(
  Object.keys(SHOWN_PARAMS).map((name) => [name, null]),
);

function shownBy(number: ShownTasks['number'], url: UrlStateOf<typeof SHOWN_PARAMS>): ShownTasks {
  const { tasks_first: first, tasks_last: last, tasks_start: start, tasks_end: end } = url;
  return {
    number,
    ...(url.tasks_project !== null && { project_id: url.tasks_project }),
    ...(url.tasks_status !== null && { status: url.tasks_status }),
    ...(url.tasks_model !== null && { target_model: url.tasks_model }),
    ...(url.tasks_validation !== null && { validation_status: url.tasks_validation }),
    ...(url.tasks_batch !== null && { batch: batchOf(url.tasks_batch) }),
    ...((first !== null || last !== null) && {
      days: { first: first ?? undefined, last: last ?? undefined },
    }),
    ...((start !== null || end !== null) && {
      instants: { start: start ?? undefined, end: end ?? undefined },
    }),
    ...(url.tasks_user !== null && { user_email: url.tasks_user }),
    ...(url.tasks_pod !== null && { pod_name: url.tasks_pod }),
    ...(url.tasks_role !== null && { pod_role: url.tasks_role }),
    ...(url.tasks_reason !== null && { reason: url.tasks_reason }),
    ...(url.tasks_of !== null && { task_user: url.tasks_of }),
  };
}

function batchOf(param: string) {
  const [project_id = 0, turing_batch_id = 0] = param.split('-').map(Number);
  return { project_id, turing_batch_id };
}
