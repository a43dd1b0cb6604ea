import { Button, DialogActions, DialogContent, Typography } from '@mui/material';
import type { Webhook } from '@portal/contracts/webhooks';
import { useState } from 'react';
import { AppDialog } from '../../ui/dialogs/app-dialog';
import { PendingButton } from '../../ui/pending-button';
import { useRotateSecret } from './api';
import { SecretDialog } from './secret-dialog';
import { SelectField } from '../../ui/inputs/select-field';

const OVERLAPS = [
  [24, 'for a day'],
  [168, 'for a week'],
  [0, 'not at all: it has leaked'],
] as const;

/** Replaces the secret, and shows the new one once. */
export function RotateDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const [hours, setHours] = useState<number>(24);
  const rotate = useRotateSecret(webhook);
  if (rotate.data) return <SecretDialog created={rotate.data} onClose={onClose} />;
  return (
    <AppDialog title={`New secret of ${webhook.name}`} width={400} onClose={onClose}>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '12px !important' }}>
        <Typography variant="body2" color="textSecondary">
          While both sign, change the receiver to the new one.
        </Typography>
        <SelectField
          label="The old secret signs as well"
          value={String(hours)}
          options={OVERLAPS.map(([value, label]) => ({ value: String(value), label }))}
          onChange={(value) => setHours(Number(value))}
        />
      </DialogContent>
      <DialogActions sx={{ px: 3, pb: 2.5 }}>
        <Button onClick={onClose}>Cancel</Button>
        <PendingButton
          variant="contained"
          pending={rotate.isPending}
          onClick={() => rotate.mutate(hours)}
        >
          Replace the secret
        </PendingButton>
      </DialogActions>
    </AppDialog>
  );
}
