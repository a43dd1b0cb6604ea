import { Box, Chip } from '@mui/material';
import type { ImportPreview } from '@portal/contracts/import-detail';
import { statusTitle } from '@portal/domain/statuses';
import { Suspense } from 'react';
import { formatCount } from '../../../../lib/format';
import { PlainTable, type PlainColumn } from '../../../../tables/plain-table';
import { lazyPart } from '../../../../ui/lazy-part';
import { Columns } from '../../../../ui/layout';
import { countsAs } from '../counts-as';
import { Part } from './part';
import { People } from './people';

const Board = lazyPart(async () => (await import('./board')).Board);

/** What a dry run says of the tasks that an import would store: the board, statuses, batches and people. */
export function PreviewSection({ preview }: { preview: ImportPreview }) {
  const { statuses, batches } = preview;
  return (
    <Columns gap={3}>
      <Suspense fallback={<Box sx={{ height: 300 }} />}>
        <Board preview={preview} />
      </Suspense>
      <Columns gap={3} columns={{ md: 2 }} sx={{ alignItems: 'start' }}>
        <Part title="Statuses">
          <PlainTable label="Statuses" columns={STATUSES} rows={statuses} rowKey={statusKey} />
        </Part>
        <Part title="Batches">
          <PlainTable
            label="Batches"
            columns={BATCHES}
            rows={batches}
            rowKey={(batch) => `${batch.project_id} ${batch.turing_batch_id}`}
            {...(batches.length > 10 && { maxHeight: 420 })}
          />
        </Part>
      </Columns>
      <People preview={preview} />
    </Columns>
  );
}

type Status = ImportPreview['statuses'][number];
type Batch = ImportPreview['batches'][number];

const statusKey = ({ status }: Status) => status;

const STATUSES: readonly PlainColumn<Status>[] = [
  {
    head: 'Status',
    cell: ({ status, is_known: isKnown }) => (isKnown ? statusTitle(status) : status),
    sx: { overflowWrap: 'anywhere', minWidth: 112 },
  },
  { head: 'Tasks', cell: ({ tasks }) => formatCount(tasks), numeric: true },
  {
    head: 'Counts as',
    cell: (status) => (
      <Box component="span" sx={status.is_known ? {} : { color: 'warning.main' }}>
        {countsAs(status.status)}
      </Box>
    ),
  },
];

const BATCHES: readonly PlainColumn<Batch>[] = [
  {
    head: 'Batch',
    cell: ({ name, is_new: isNew }) => (
      <>
        {name} {isNew && <Chip size="small" color="success" variant="outlined" label="New" />}
      </>
    ),
    sx: { overflowWrap: 'anywhere' },
  },
  { head: 'Tasks', cell: ({ tasks }) => formatCount(tasks), numeric: true },
];
