import Chip from '@mui/material/Chip';
import type { ImportSummary } from '@portal/contracts/imports';

/** The options of an import: a preview, and whether invalid rows are skipped. */
export function OptionChips({ summary }: { summary: ImportSummary }) {
  return (
    <>
      {summary.dry_run && <Chip size="small" label="Preview" />}
      {summary.on_error === 'skip' && <Chip size="small" label="Skips invalid rows" />}
    </>
  );
}
