import { Checkbox, FormControlLabel, FormGroup, FormLabel, TextField } from '@mui/material';
import {
  createdWebhookSchema,
  type Webhook,
  WEBHOOK_TYPES,
  type WebhookType,
} from '@portal/contracts/webhooks';
import { useState } from 'react';
import { FormDialog } from '../../forms/form-dialog';
import { ApiError, detailOf } from '../../lib/api-error';
import { useSaveWebhook } from './api';
import { TYPE_NAMES } from './names';
import { SecretDialog } from './secret-dialog';

interface WebhookDialogProps {
  projectId: number;
  /** The webhook to change; a new one if absent. */
  webhook?: Webhook;
  onClose: () => void;
}

/** Makes a webhook and shows its secret once, or changes one. */
export function WebhookDialog({ projectId, webhook, onClose }: WebhookDialogProps) {
  const [name, setName] = useState(webhook?.name ?? '');
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [types, setTypes] = useState<readonly WebhookType[]>(webhook?.types ?? []);
  const save = useSaveWebhook(projectId, webhook);
  const created = createdWebhookSchema.safeParse(save.data);
  if (created.success) {
    return <SecretDialog created={created.data} onClose={onClose} />;
  }
  return (
    <FormDialog
      title={webhook ? `Edit ${webhook.name}` : 'New webhook'}
      width={600}
      submitLabel={webhook ? 'Save' : 'Create'}
      isDirty={name !== (webhook?.name ?? '') || url !== (webhook?.url ?? '')}
      isSaving={save.isPending}
      disabled={name.trim() === '' || url.trim() === '' || types.length === 0}
      failure={save.error && failureOf(save.error)}
      error={save.error}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = { name: name.trim(), url: url.trim(), types: [...types] };
        save.mutate(fields, {
          onSuccess: () => {
            // The secret of a new one is shown before.
            if (webhook) onClose();
          },
        });
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        slotProps={{ htmlInput: { maxLength: 100 } }}
      />
      <TextField
        label="URL"
        type="url"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        helperText="It begins with https:// and is reachable from the internet."
        slotProps={{ htmlInput: { maxLength: 2000 } }}
      />
      <FormGroup role="group" aria-labelledby="webhook-types">
        <FormLabel id="webhook-types">Tell it when</FormLabel>
        {WEBHOOK_TYPES.map((type) => (
          <FormControlLabel
            key={type}
            label={TYPE_NAMES[type]}
            control={
              <Checkbox
                checked={types.includes(type)}
                onChange={(_event, isChosen) =>
                  setTypes(isChosen ? [...types, type] : types.filter((one) => one !== type))
                }
              />
            }
          />
        ))}
      </FormGroup>
    </FormDialog>
  );
}

/** What is wrong with a field, else what the server says. */
function failureOf(error: Error): string {
  const [first] = error instanceof ApiError ? error.errors : [];
  if (first === undefined) return detailOf(error, 'The webhook could not be saved');
  return `${first.pointer === '/url' ? 'The URL' : 'The name'} ${first.detail}`;
}
