import { Typography } from '@mui/material';
import type { CreatedWebhook } from '@portal/contracts/webhooks';
import { ShownOnceDialog } from '../../ui/dialogs/shown-once-dialog';
import { Instant } from '../../ui/instant';

interface SecretDialogProps {
  created: CreatedWebhook;
  onClose: () => void;
}

/** The new secret of a webhook. */
export function SecretDialog({ created, onClose }: SecretDialogProps) {
  return (
    <ShownOnceDialog
      title={`Secret of ${created.name}`}
      word="secret"
      value={created.secret}
      onClose={onClose}
    >
      <Typography variant="body2" color="textSecondary">
        Each message is signed with it, by Standard Webhooks.{' '}
        {created.old_secret_until !== null && (
          <>
            The secret before signs as well until <Instant at={created.old_secret_until} />.
          </>
        )}
      </Typography>
    </ShownOnceDialog>
  );
}
