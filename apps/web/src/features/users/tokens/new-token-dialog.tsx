import { useState, type SubmitEvent } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog';
import { useCreateApiToken } from './api';
import { CreatedToken } from './created-token';
import { DEFAULT_LIFETIME, ExpiryInput, expiryOf } from './expiry-input';
import { NameInput } from './name-input';
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
    <FormDialog
      title="Create API Token"
      width={600}
      submitLabel="Create"
      isDirty={name !== ''}
      isSaving={create.isPending}
      error={create.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput value={name} onChange={setName} error={error} />
      <ExpiryInput value={lifetime} onChange={setLifetime} />
    </FormDialog>
  );
}
