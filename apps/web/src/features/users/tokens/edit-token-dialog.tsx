import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import type { ApiToken } from '@portal/contracts/api-tokens';
import { useState, type SubmitEvent } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useUnsavedGuard } from '../../../ui/forms/unsaved-guard';
import { useUpdateApiToken } from '../requests/update-api-token';
import { ExpiryInput, expiryOf, type Lifetime } from './expiry-input';
import { nameError } from './token-name';

interface EditTokenDialogProps {
  userId: number;
  token: ApiToken;
  onClose: () => void;
}

/** Renames a token and changes its expiry. Only what changed is sent. */
export default function EditTokenDialog({ userId, token, onClose }: EditTokenDialogProps) {
  const save = useUpdateApiToken(userId);
  const [name, setName] = useState(token.name);
  const [lifetime, setLifetime] = useState<Lifetime>('keep');
  const error = nameError(name);
  const isDirty = name !== token.name || lifetime !== 'keep';
  const { close, question } = useUnsavedGuard(isDirty && !save.isSuccess, onClose);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (error !== undefined) return;
    if (!isDirty) return onClose();
    const expiresAt = expiryOf(lifetime);
    const update = {
      ...(name !== token.name && { name }),
      ...(expiresAt !== undefined && { expires_at: expiresAt }),
    };
    save.mutate({ token, update }, { onSuccess: onClose });
  }

  return (
    <AppDialog title="Edit API Token" width={600} onClose={close}>
      <form noValidate onSubmit={submit}>
        <DialogContent
          sx={{ display: 'grid', gridAutoRows: 'max-content', gap: 2.5, pt: '8px !important' }}
        >
          <TextField
            required
            fullWidth
            label="Name"
            value={name}
            onChange={({ target }) => setName(target.value)}
            error={error !== undefined}
            helperText={error ?? 'Says which program uses the token'}
          />
          <ExpiryInput value={lifetime} onChange={setLifetime} current={token.expires_at} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" variant="contained" loading={save.isPending}>
            Save Changes
          </Button>
        </DialogActions>
      </form>
      {question}
    </AppDialog>
  );
}
