import { plural } from '../../lib/format';
import { SectionCard } from '../../ui/section-card';
import { useMemo } from 'react';
import type { OwnTask } from '@portal/contracts/task-stats';
import { byLastReview, LastReview, wordsOf } from '../../entities/tasks/last-review';
import type { DataColumn } from '../../tables/columns';
import { ListOfTasks } from '../../entities/tasks/list-of-tasks';
import { DataTable } from '../../tables/data-table';
import { ListFailure } from '../../tables/list-failure';
import { NOT_FOUND, searchParam, TaskSearch } from '../../entities/tasks/task-search';
import { useUrlState } from '../../lib/url-state';
import { useDrawn } from '../../lib/use-drawn';
import { ChartEmpty } from '../../ui/chart-empty';
import { useUserTasks } from './api';
import { TASK_COLUMNS } from './task-columns';

const REWORK = { status: 'rework' } as const;

/** The tasks that came back to the user, whatever the period. Render it if there are any. */
export function ReworkCard({ email }: { email: string }) {
  const [{ rework_search: search }, setUrl] = useUrlState(PARAMS);
  const query = useUserTasks(email, search === null ? REWORK : { ...REWORK, search });
  const drawn = useDrawn(query, search);
  const data = drawn?.data;
  const tasks = useMemo(() => data && byLastReview(data.tasks), [data]);
  return (
    <SectionCard
      title="Rework that came back"
      detail={
        data &&
        `${plural(data.total, 'task', 'tasks')}${search === null ? '' : ' found'}, last review first, in any period`
      }
      sx={{ mb: 2.5 }}
    >
      <ListOfTasks tasks={tasks}>
        <DataTable
          name="trainer-rework"
          label="Rework that came back"
          columns={REWORK_COLUMNS}
          rows={tasks}
          rowId={({ turing_task_id }) => String(turing_task_id)}
          paging={{ by: 'client', size: PAGE_SIZE }}
          refreshing={drawn?.isOld ?? false}
          toolbar={
            (search !== null || (data && data.total > PAGE_SIZE)) && (
              <TaskSearch
                label="Search the rework"
                value={search}
                onSearch={(text) => setUrl({ rework_search: text })}
              />
            )
          }
          empty={<ChartEmpty {...(search === null ? NONE : NOT_FOUND)} />}
          error={
            query.isError && (
              <ListFailure
                error={query.error}
                failed="Failed to load the rework"
                onRetry={() => void query.refetch()}
              />
            )
          }
        />
      </ListOfTasks>
    </SectionCard>
  );
}

const PAGE_SIZE = 5;
const PARAMS = { rework_search: searchParam };
const NONE = { title: 'No rework', detail: 'No task waits for this user to work on it again.' };

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
