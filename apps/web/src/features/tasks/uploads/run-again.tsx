import type { ImportSummary } from '@portal/contracts/imports';
import { Button, Typography } from '@mui/material';
import { useNavigate } from 'react-router';
import { paths } from '../../../lib/paths';
import { Instant } from '../../../ui/instant';
import { type RunOptions, useRunAgain } from './api';
import { Row } from '../../../ui/layout';

/** Imports the kept file again, without another upload; nothing if the file is not kept. */
export function RunAgain({ summary }: { summary: ImportSummary }) {
  const navigate = useNavigate();
  const {
    import_id: importId,
    file_kept_until: keptUntil,
    needs_confirmation: needsConfirmation,
  } = summary;
  const again = useRunAgain(importId);
  const run = (options: RunOptions) =>
    again.mutate(options, {
      onSuccess: ({ import_id: next }) => void navigate(paths.adminImport(next)),
    });
  if (keptUntil === null) return null;
  return (
    <Row wrap gap={1.5}>
      {offersImport(summary) && (
        <Button
          variant="contained"
          loading={again.isPending}
          onClick={() => run({ dry_run: false, ...(needsConfirmation && { confirm: true }) })}
        >
          {needsConfirmation ? 'Import anyway' : 'Import'}
        </Button>
      )}
      <Button variant="outlined" loading={again.isPending} onClick={() => run({})}>
        {summary.dry_run ? 'Preview again' : 'Run again'}
      </Button>
      {offersSkipping(summary) && (
        <Button
          variant="outlined"
          loading={again.isPending}
          onClick={() => run({ on_error: 'skip' })}
        >
          {summary.dry_run ? 'Preview again' : 'Run again'}, skipping invalid rows
        </Button>
      )}
      {offersLeavingNewer(summary) && (
        <Button
          variant="outlined"
          loading={again.isPending}
          onClick={() => run({ on_older: 'skip' })}
        >
          Preview again, leaving newer tasks
        </Button>
      )}
      {offersFile(summary) && (
        <Button
          variant="outlined"
          loading={again.isPending}
          onClick={() => run({ on_conflict: 'file' })}
        >
          {summary.dry_run ? 'Preview again' : 'Run again'}, with the values of the file
        </Button>
      )}
      <Typography variant="body2" color="textSecondary">
        The file is kept until <Instant at={keptUntil} />
      </Typography>
    </Row>
  );
}

/** After a preview its file can be imported without another upload. */
function offersImport({ dry_run: isPreview, status }: ImportSummary): boolean {
  return isPreview && status === 'completed';
}

/** After a preview that would change tasks that are newer than their rows. */
function offersLeavingNewer({ dry_run: isPreview, ...summary }: ImportSummary): boolean {
  const { status, older_count: older, on_older: onOlder } = summary;
  return isPreview && status === 'completed' && older > 0 && onOlder === 'apply';
}

/** If the portal kept its values, or would. */
function offersFile({ status, conflict_count: conflicts, on_conflict: winner }: ImportSummary) {
  return status === 'completed' && conflicts > 0 && winner === 'desk';
}

function offersSkipping({
  status,
  error_count: errors,
  on_error: onError,
}: ImportSummary): boolean {
  return status === 'failed' && errors > 0 && onError === 'abort';
}
