import type { Batch } from '@portal/contracts/dashboard';
import { TASK_NUMBERS } from '@portal/contracts/constants';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { type ReactNode, Suspense, useCallback } from 'react';
import { z } from 'zod';
import { urlParam, useUrlState } from '../../../lib/url-state';
import type { LiveUpdates } from '../../../live/live-query';
import { useMay } from '../../../session/permissions';
import { lazyPart } from '../../../ui/lazy-part';
import type { OverviewQuery } from '../../batches/filters';
import { type ShownTasks, ShowTasks } from './show-tasks';

const TasksDialog = lazyPart(async () => (await import('./tasks-dialog')).TasksDialog);

interface NumberTasksProps {
  projectId: number;
  /** The filters of the numbers. */
  query: OverviewQuery;
  /** For their names. */
  batches: readonly Batch[];
  live: LiveUpdates;
  children: ReactNode;
}

/** The numbers of a page. Each opens the tasks that it counts in a dialog, which is in the URL. */
export function NumberTasks({ projectId, query, batches, live, children }: NumberTasksProps) {
  const may = useMay();
  const [shown, setShown] = useUrlState(SHOWN_PARAMS);
  const show = useCallback(
    ({ number, status, target_model, validation_status, batch }: ShownTasks) =>
      setShown({
        tasks: number,
        tasks_status: status ?? null,
        tasks_model: target_model ?? null,
        tasks_validation: validation_status ?? null,
        tasks_batch: batch ? `${batch.project_id}-${batch.turing_batch_id}` : null,
        tasks_page: 1,
      }),
    [setShown],
  );
  if (!may(['data-upload', 'pod-info-public-view'])) return children;
  return (
    <ShowTasks value={show}>
      {children}
      {shown.tasks !== null && (
        <Suspense fallback={null}>
          <TasksDialog
            projectId={projectId}
            of={{
              number: shown.tasks,
              ...(shown.tasks_status !== null && { status: shown.tasks_status }),
              ...(shown.tasks_model !== null && { target_model: shown.tasks_model }),
              ...(shown.tasks_validation !== null && { validation_status: shown.tasks_validation }),
              ...(shown.tasks_batch !== null && { batch: batchOf(shown.tasks_batch) }),
            }}
            query={query}
            batches={batches}
            live={live}
            page={shown.tasks_page}
            onPage={(page) => setShown({ tasks_page: page })}
            onClose={() => setShown(CLOSED)}
          />
        </Suspense>
      )}
    </ShowTasks>
  );
}

const SHOWN_PARAMS = {
  tasks: urlParam(z.enum(TASK_NUMBERS), null),
  tasks_status: urlParam(z.string(), null),
  tasks_model: urlParam(z.string(), null),
  tasks_validation: urlParam(z.string(), null),
  /** Its project and its id. */
  tasks_batch: urlParam(z.string().regex(/^\d{1,10}-\d{1,16}$/), null),
  tasks_page: urlParam(wholeNumberParam({ minimum: 1 }), 1),
};

const CLOSED = {
  tasks: null,
  tasks_status: null,
  tasks_model: null,
  tasks_validation: null,
  tasks_batch: null,
  tasks_page: 1,
};

function batchOf(param: string) {
  const [project_id = 0, turing_batch_id = 0] = param.split('-').map(Number);
  return { project_id, turing_batch_id };
}
