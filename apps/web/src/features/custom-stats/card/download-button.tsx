import DownloadIcon from '~icons/ic/outline-file-download';
import Button from '@mui/material/Button';
import type { CustomStat, ExportQuery } from '@portal/contracts/custom-stats';
import { formatBytes } from '../../../lib/format';
import { useDownload } from '../../../lib/use-download';

interface DownloadButtonProps {
  stat: CustomStat;
  format: ExportQuery['format'];
}

const ACCEPT = { csv: 'text/csv', json: 'application/json' } as const;

/** Downloads all rows of a statistic, also those that a card does not show. */
export function DownloadButton({ stat, format }: DownloadButtonProps) {
  const name = format.toUpperCase();
  const { start, isPending, received } = useDownload({
    path: `/projects/${stat.project_id}/custom-stats/${stat.id}/export`,
    query: { format },
    accept: ACCEPT[format],
    fileName: `${stat.name.replaceAll(/[^a-z0-9]/gi, '_')}.${format}`,
    failed: 'Failed to execute query',
  });
  return (
    <Button
      size="small"
      color="inherit"
      startIcon={<DownloadIcon />}
      aria-label={`Download ${name} of ${stat.name}`}
      disabled={isPending}
      onClick={start}
    >
      {isPending ? formatBytes(received) : name}
    </Button>
  );
}
