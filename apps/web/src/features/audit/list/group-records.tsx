import { Box, Skeleton } from '@mui/material';
import { useState } from 'react';
import type { AuditRecord } from '@portal/contracts/audit';
import { messageOf } from '../../../lib/api-error';
import { useDrawn } from '../../../lib/use-drawn';
import { dimmedIf } from '../../../ui/dimmed';
import { Pager } from '../../../tables/pager';
import { useChanges } from '../api';
import { FailureAlert } from '../../../ui/failure';
import { changeText } from '../change-texts';
import { ChangeDetails } from './change-details';
import { Expandable } from './expandable';
import { Preview } from './preview';

const PAGE_SIZE = 20;

interface GroupRecordsProps {
  /** The text of the group. */
  text: string;
  /** Number of the records. */
  total: number;
  /** JSON of the conditions on the records. */
  filters: string;
}

/** The changes of a group in pages; they are fetched when the group is opened. */
export function GroupRecords({ text, total, filters }: GroupRecordsProps) {
  const [page, setPage] = useState(0);
  const query = useChanges({ page: page + 1, size: PAGE_SIZE, filters });
  const drawn = useDrawn(query, page);
  if (query.error) {
    return (
      <FailureAlert
        title={messageOf(query.error, 'The changes could not be loaded.')}
        onRetry={query.refetch}
      />
    );
  }
  if (!drawn) {
    return (
      <Box role="status" aria-label={`Loading ${text}`}>
        {Array.from({ length: Math.min(total, PAGE_SIZE) }, (_, index) => (
          <Skeleton key={index} height={32} />
        ))}
      </Box>
    );
  }
  return (
    <Box sx={dimmedIf(drawn.isOld)}>
      <Box component="ul">
        {drawn.data.items.map((record) => (
          <ChangeItem key={record.id} record={record} />
        ))}
      </Box>
      <Pager
        label={text}
        page={drawn.label}
        size={PAGE_SIZE}
        total={drawn.data.total}
        estimated={drawn.data.total_is_estimate}
        onPage={setPage}
      />
    </Box>
  );
}

/** One change of a group. */
function ChangeItem({ record }: { record: AuditRecord }) {
  const [open, setOpen] = useState(false);
  return (
    <Box component="li">
      <Expandable
        label={changeText(record)}
        open={open}
        onToggle={() => setOpen(!open)}
        preview={<Preview record={record} />}
      >
        <ChangeDetails record={record} />
      </Expandable>
    </Box>
  );
}
