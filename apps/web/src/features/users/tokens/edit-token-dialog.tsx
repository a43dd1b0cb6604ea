import type { ApiToken } from '@portal/contracts/api-tokens';
import { useState, type SubmitEvent } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog';
import { useUpdateApiToken } from '../requests/update-api-token';
import { ExpiryInput, expiryOf, type Lifetime } from './expiry-input';
import { NameInput } from './name-input';
import { nameError } from './token-name';

interface EditTokenDialogProps {
  userId: number;
  token: ApiToken;
  onClose: () => void;
}

/** Renames a token and changes its expiry. */
export default function EditTokenDialog({ userId, token, onClose }: EditTokenDialogProps) {
  const save = useUpdateApiToken(userId);
  const [name, setName] = useState(token.name);
  const [lifetime, setLifetime] = useState<Lifetime>('keep');
  const error = nameError(name);
  const isDirty = name !== token.name || lifetime !== 'keep';

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
    <FormDialog
      title="Edit API Token"
      width={600}
      submitLabel="Save Changes"
      isDirty={isDirty && !save.isSuccess}
      isSaving={save.isPending}
      error={save.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <NameInput value={name} onChange={setName} error={error} />
      <ExpiryInput value={lifetime} onChange={setLifetime} current={token.expires_at} />
    </FormDialog>
  );
}
