import DownloadIcon from '~icons/ic/outline-file-download';
import { Button } from '@mui/material';
import type { ListMeta } from '@portal/contracts/lists';
import { formatBytes } from '../../lib/format';
import { useDownload } from '../../session/use-download';
import type { SelectionQuery } from '../list-state';

interface ExportButtonProps {
  meta: Pick<ListMeta, 'base' | 'label_plural'>;
  query: SelectionQuery;
}

/** Downloads the whole list with its search, filters and order as CSV. */
export function ExportButton({ meta, query }: ExportButtonProps) {
  const { start, isPending, received } = useDownload({
    path: `${meta.base}export`,
    query: { ...query },
    accept: 'text/csv',
    fileName: `${meta.label_plural.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.csv`,
    failed: 'Error loading items',
  });
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      aria-label={`Download ${meta.label_plural.toLowerCase()} as CSV`}
      disabled={isPending}
      onClick={start}
      sx={{ minHeight: 38 }}
    >
      {isPending ? formatBytes(received) : 'CSV'}
    </Button>
  );
}
