import { Chip } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';

/** The options of an import: a preview, what invalid rows and empty cells do, and what happens to newer tasks. */
export function OptionChips({ summary }: { summary: ImportSummary }) {
  return (
    <>
      {summary.dry_run && <Chip size="small" label="Preview" />}
      {summary.on_error === 'skip' && <Chip size="small" label="Skips invalid rows" />}
      {summary.empty === 'clear' && <Chip size="small" label="Empty cells clear" />}
      {summary.on_conflict === 'file' && <Chip size="small" label="Wins over the portal" />}
      {summary.on_older === 'skip' && <Chip size="small" label="Leaves newer tasks" />}
    </>
  );
}
