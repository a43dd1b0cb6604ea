import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { messageOf } from '../../../lib/api-error';
import { useDrawn } from '../../../lib/use-drawn';
import { dimmedIf } from '../../../ui/dimmed';
import { Pager } from '../../../ui/pager';
import { useChanges } from '../api';
import { ChangeItem } from './change-item';

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
      <Typography variant="body2" color="error" role="alert">
        {messageOf(query.error, 'The changes could not be loaded.')}{' '}
        <Button size="small" onClick={() => void query.refetch()}>
          Try Again
        </Button>
      </Typography>
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
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
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
