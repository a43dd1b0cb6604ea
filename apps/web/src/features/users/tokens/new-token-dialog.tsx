import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import { useState, type SubmitEvent } from 'react';
import { AppDialog } from '../../../ui/dialogs/app-dialog';
import { useCreateApiToken } from '../requests/create-api-token';
import { CreatedToken } from './created-token';
import { DEFAULT_LIFETIME, ExpiryInput, expiryOf } from './expiry-input';
import { nameError } from './token-name';

interface NewTokenDialogProps {
  userId: number;
  onClose: () => void;
}

/** Creates a token, then shows it once. */
export default function NewTokenDialog({ userId, onClose }: NewTokenDialogProps) {
  const create = useCreateApiToken(userId);
  const [name, setName] = useState('');
  const [lifetime, setLifetime] = useState(DEFAULT_LIFETIME);
  const [isTried, setTried] = useState(false);
  const error = isTried ? nameError(name) : undefined;
  if (create.data) return <CreatedToken created={create.data} onClose={onClose} />;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (nameError(name) !== undefined) return;
    create.mutate({ name, expires_at: expiryOf(lifetime) ?? null });
  }

  return (
    <AppDialog title="Create API Token" width={600} onClose={onClose}>
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
          <ExpiryInput value={lifetime} onChange={setLifetime} />
        </DialogContent>
        <DialogActions sx={{ px: 3, pb: 2.5 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="contained" loading={create.isPending}>
            Create
          </Button>
        </DialogActions>
      </form>
    </AppDialog>
  );
}
