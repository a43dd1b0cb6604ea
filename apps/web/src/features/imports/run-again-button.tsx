import ReplayIcon from '~icons/ic/baseline-replay';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import type { ImportSummary } from '@portal/contracts/imports';
import { useRunAgain } from './api';

/** Runs a listed import again while its file is kept; the new import appears in the list. */
export function RunAgainButton({ summary }: { summary: ImportSummary }) {
  const { import_id: importId, file_name: name, file_kept_until: keptUntil } = summary;
  const again = useRunAgain(importId);
  if (keptUntil === null) return null;
  return (
    <Tooltip title="Run again">
      <IconButton
        size="small"
        aria-label={`Run ${name} again`}
        loading={again.isPending}
        onClick={() => again.mutate({})}
      >
        <ReplayIcon fontSize="small" />
      </IconButton>
    </Tooltip>
  );
}
