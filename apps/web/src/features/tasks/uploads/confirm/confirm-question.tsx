import { Alert, AlertTitle, Button } from '@mui/material';
import type { ImportSummary } from '@portal/contracts/imports';
import { Instant } from '../../../../ui/instant';
import { useConfirmImport } from '../api';
import { CancelButton } from '../import-running';
import { SharesAbove } from './shares-above';
import { Row } from '../../../../ui/layout';

/** The question of an unconfirmed import: what it would change, and the buttons that confirm or cancel it. */
export function ConfirmQuestion({ summary }: { summary: ImportSummary }) {
  const confirm = useConfirmImport(summary);
  const { shares, waiting_since: since } = summary;
  return (
    <>
      <Alert severity="warning" role="status">
        <AlertTitle>This import waits for your confirmation</AlertTitle>
        It would change more than the import rules of its projects allow without asking. Nothing has
        been stored yet
        {since !== null && (
          <>
            {'; it has waited since '}
            <Instant at={since} />
          </>
        )}
        .
        <SharesAbove shares={shares ?? []} />
      </Alert>
      <Row wrap align="stretch" gap={1.5}>
        <Button
          variant="contained"
          loading={confirm.isPending || confirm.isSuccess}
          onClick={() => confirm.mutate()}
        >
          Import anyway
        </Button>
        <CancelButton summary={summary} />
      </Row>
    </>
  );
}
