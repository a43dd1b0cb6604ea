import { plural } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { useMemo } from 'react';
import type { OwnTask } from '@portal/contracts/task-stats';
import { byLastReview, LastReview, wordsOf } from '../../entities/tasks/last-review';
import type { DataColumn } from '../../tables/columns';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { DataTable } from '../../tables/data-table';
import { MessagePanel } from '../../ui/message-panel';
import ReplayIcon from '~icons/ic/baseline-replay';
import { messageOf } from '../../lib/api-error';
import { useUserTasks } from './api';
import { TASK_COLUMNS } from './task-columns';

const REWORK = { status: 'rework' } as const;

/** The tasks that came back to the user, whatever the period. Render it if there are any. */
export function ReworkCard({ email }: { email: string }) {
  const { data, error } = useUserTasks(email, REWORK);
  const tasks = useMemo(() => data && byLastReview(data.tasks), [data]);
  return (
    <SectionCard
      title="Rework that came back"
      detail={data && `${plural(data.total, 'task', 'tasks')}, last review first, in any period`}
      sx={{ mb: 2.5 }}
    >
      <ListOfTasks tasks={tasks}>
        <DataTable
          name="trainer-rework"
          label="Rework that came back"
          columns={REWORK_COLUMNS}
          rows={tasks}
          rowId={({ turing_task_id }) => String(turing_task_id)}
          paging={{ by: 'client', size: 5 }}
          empty="No rework"
          error={
            error && !data ? (
              <MessagePanel
                icon={ReplayIcon}
                title="Failed to load the rework"
                detail={messageOf(error, 'Try again later')}
              />
            ) : undefined
          }
        />
      </ListOfTasks>
    </SectionCard>
  );
}

const LAST_REVIEW: DataColumn<OwnTask> = {
  id: 'last_review',
  label: 'Last review',
  value: ({ last_review }) => (last_review ? wordsOf(last_review) : null),
  cell: ({ last_review, user_email }) =>
    last_review ? <LastReview review={last_review} of={user_email} /> : '–',
  width: 420,
};

/** What came back, and who said why. */
const REWORK_COLUMNS = [...TASK_COLUMNS.slice(0, 3), LAST_REVIEW].map((column) => ({
  ...column,
  fixed: true,
}));
