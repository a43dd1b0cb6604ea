import { Chip, type ChipProps } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';

const LOOKS: Record<ImportSummary['status'], { label: string; color: ChipProps['color'] }> = {
  queued: { label: 'Queued', color: 'default' },
  running: { label: 'Running', color: 'info' },
  unconfirmed: { label: 'Unconfirmed', color: 'warning' },
  completed: { label: 'Completed', color: 'success' },
  failed: { label: 'Failed', color: 'error' },
  cancelled: { label: 'Cancelled', color: 'warning' },
};

/** The status of an import as a label. */
export function StatusChip({ status }: { status: ImportSummary['status'] }) {
  const { label, color } = LOOKS[status];
  return <Chip size="small" variant="outlined" label={label} color={color ?? 'default'} />;
}
