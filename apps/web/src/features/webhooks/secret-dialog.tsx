import CopyIcon from '~icons/ic/baseline-content-copy';
import { Alert, Box, Button, DialogActions, DialogContent, Typography } from '@mui/material';
import type { CreatedWebhook } from '@portal/contracts/webhooks';
import { CopyButton } from '../../ui/copy-button';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { Instant } from '../../ui/instant';
import { Row } from '../../ui/layout';

interface SecretDialogProps {
  created: CreatedWebhook;
  onClose: () => void;
}

/** A new secret, once; only its own button closes the dialog. */
export function SecretDialog({ created, onClose }: SecretDialogProps) {
  return (
    <AppDialog title={`Secret of ${created.name}`} width={600} persistent onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Alert severity="warning">
          Copy the secret now. It is shown only once and cannot be displayed again.
        </Alert>
        <Row
          gap={1}
          sx={(theme) => ({
            p: 1.5,
            pl: 2,
            borderRadius: 2,
            backgroundColor: theme.vars.palette.surface.sunken,
            border: `1px solid ${theme.vars.palette.line.soft}`,
          })}
        >
          <Box
            component="code"
            sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere', fontSize: '0.875rem' }}
          >
            {created.secret}
          </Box>
          <CopyButton
            text={() => created.secret}
            icon={CopyIcon}
            label="Copy secret"
            copiedLabel="Secret copied"
            succeeded="Secret copied to clipboard"
            failed="Failed to copy secret"
          />
        </Row>
        <Typography variant="body2" color="textSecondary">
          Each message is signed with it, by Standard Webhooks.{' '}
          {created.old_secret_until !== null && (
            <>
              The secret before signs as well until <Instant at={created.old_secret_until} />.
            </>
          )}
        </Typography>
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button variant="contained" onClick={onClose}>
          Done
        </Button>
      </DialogActions>
    </AppDialog>
  );
}
