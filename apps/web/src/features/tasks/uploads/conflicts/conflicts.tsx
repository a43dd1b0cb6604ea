import { Box, Typography } from '@mui/material';
import {
  type ImportConflict,
  importConflictsSchema,
  type ImportSummary,
} from '@portal/contracts/imports';
import { wholeNumberParam } from '@portal/contracts/scalars';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ConflictFields } from '../../../../entities/tasks/conflict-fields';
import { ListOfTasks } from '../../../../entities/tasks/list-of-tasks';
import { TaskLink } from '../../../../entities/tasks/task-link';
import { NOT_FOUND, searchParam, TaskSearch } from '../../../../entities/tasks/task-search';
import { formatCount } from '../../../../lib/format';
import { urlParam, useUrlState } from '../../../../lib/url-state';
import { useDrawn } from '../../../../lib/use-drawn';
import { api } from '../../../../session/api';
import type { DataColumn } from '../../../../tables/columns';
import { DataTable } from '../../../../tables/data-table';
import { ListFailure } from '../../../../tables/list-failure';
import { ChartEmpty } from '../../../../ui/chart-empty';
import { Instant } from '../../../../ui/instant';
import { importPath } from '../api';

const PARAMS = {
  conflicts_search: searchParam,
  conflicts_page: urlParam(wholeNumberParam({ minimum: 1 }), 1),
};
const PAGE_SIZE = 20;

/** The rows that contradict what people changed in the portal after the time of the row. */
export function Conflicts({ summary }: { summary: ImportSummary }) {
  const id = useId();
  const [{ conflicts_search: search, conflicts_page: page }, setUrl] = useUrlState(PARAMS);
  const { import_id: importId, conflict_count: count, on_conflict: winner } = summary;
  const query = useConflicts(importId, page, search);
  const drawn = useDrawn(query, search);
  const found = drawn?.data;
  const pages = { page: page - 1, size: PAGE_SIZE, total: found?.total ?? 0 };
  const turn = (index: number, replace = false) =>
    setUrl({ conflicts_page: index + 1 }, { replace });
  const isPart = search === null && found && found.total < count;
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography id={id} variant="subtitle1" component="h2">
        Rows that contradict the portal
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
        {isPart && `The first ${formatCount(found.total)} of ${formatCount(count)}. `}
        {winner === 'desk' ? KEPT : OVERRULED}
      </Typography>
      <ListOfTasks
        tasks={found?.items}
        pages={{
          ...pages,
          page: (found?.page ?? page) - 1,
          onPage: (index) => turn(index, true),
        }}
      >
        <DataTable
          name="import-conflicts"
          label="Rows that contradict the portal"
          columns={COLUMNS}
          rows={found?.items}
          rowId={({ turing_task_id: key }) => String(key)}
          paging={{ by: 'server', ...pages, onPage: (index) => turn(index) }}
          refreshing={drawn?.isOld ?? false}
          toolbar={
            <TaskSearch
              value={search}
              onSearch={(text) => setUrl({ conflicts_search: text, conflicts_page: 1 })}
            />
          }
          empty={<ChartEmpty {...NOT_FOUND} />}
          error={
            query.isError && (
              <ListFailure
                error={query.error}
                failed="Error loading the rows"
                onRetry={() => void query.refetch()}
              />
            )
          }
        />
      </ListOfTasks>
    </Box>
  );
}

const KEPT =
  'These tasks were changed in the portal after the time of their rows. They keep the values of the portal; the other fields of the rows are imported.';
const OVERRULED =
  'These tasks were changed in the portal after the time of their rows. They get the values of the file.';

/** One page of the conflicts, all of them or those that a search finds. */
function useConflicts(importId: string, page: number, search: string | null) {
  const query = { page, size: PAGE_SIZE, ...(search !== null && { search }) };
  return useQuery({
    // Their tasks change later.
    meta: { reads: ['task'] },
    queryKey: ['import-conflicts', importId, query] as const,
    ...api.read(`${importPath(importId)}/conflicts`, importConflictsSchema, query),
  });
}

const SHOWN: readonly DataColumn<ImportConflict>[] = [
  {
    id: 'turing_task_id',
    label: 'Task',
    value: ({ turing_task_id: id }) => id,
    cell: ({ turing_task_id: id }) => <TaskLink id={id} />,
  },
  {
    id: 'fields',
    label: 'In the portal and in the file',
    value: ({ fields }) => fields.length,
    cell: (one) => <ConflictFields conflict={one} />,
  },
  {
    id: 'changed_at',
    label: 'Changed in the portal by',
    value: ({ changed_at: at }) => at,
    cell: ({ changed_by: email, changed_by_name: name, changed_at: at }) => (
      <>
        {name ?? email ?? 'A user who is deleted'}, <Instant at={at} />
      </>
    ),
  },
];
const COLUMNS = SHOWN.map((column) => ({ ...column, fixed: true, sortable: false }));
