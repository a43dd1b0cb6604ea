import { zodResolver } from '@hookform/resolvers/zod';
import { type ApiToken, type NewApiToken, newApiTokenSchema } from '@portal/contracts/api-tokens';
import { z } from 'zod';
import { changedFields } from '../../../forms/conflict';
import type { FormField } from '../../../forms/field';
import { FormInput } from '../../../forms/form-input';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import { formatDayOf } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import { fetchApiToken, useCreateApiToken, useUpdateApiToken } from './api';
import { CreatedToken } from './created-token';
import { DEFAULT_LIFETIME, ExpiryInput, expiryOf, KEEP } from './expiry-input';

interface TokenDialogProps {
  userId: number;
  /** The token to rename or to give another expiry; a new one if absent. */
  token?: ApiToken;
  onClose: () => void;
}

interface TokenTexts {
  name: string;
  expires_at: string;
}

const NAME: FormField<keyof TokenTexts> = {
  name: 'name',
  label: 'Name',
  hint: 'Says which program uses the token',
  required: true,
};
const EXPIRES: FormField<keyof TokenTexts> = {
  name: 'expires_at',
  label: 'Expires',
  show: (at) => (typeof at === 'string' ? <Instant at={at} format={formatDayOf} /> : 'Never'),
};
const FIELDS = [NAME, EXPIRES];

const resolver = zodResolver(
  z.object({
    name: newApiTokenSchema.shape.name,
    expires_at: z.string().transform(expiryOf),
  }),
);

/** Creates a token and shows it once, or changes one. */
export default function TokenDialog({ userId, token, onClose }: TokenDialogProps) {
  const create = useCreateApiToken(userId);
  const form = useVersionedForm<ApiToken, TokenTexts, NewApiToken>({
    item: token,
    fields: FIELDS,
    valuesOf: (stored) => ({
      name: stored?.name ?? '',
      expires_at: stored ? KEEP : DEFAULT_LIFETIME,
    }),
    resolver,
    changeOf: (before, { name, expires_at }) =>
      changedFields(before, { name, ...(expires_at !== undefined && { expires_at }) }),
    fetchCurrent: ({ id }) => fetchApiToken(userId, id),
    create,
    update: useUpdateApiToken(userId),
    failed: 'Failed to save API token',
    onDone: () => {
      // The secret of a new one is shown before.
      if (token) onClose();
    },
  });
  if (create.data) return <CreatedToken created={create.data} onClose={onClose} />;
  return (
    <VersionedFormDialog
      title={token ? 'Edit API Token' : 'Create API Token'}
      width={600}
      form={form}
      onClose={onClose}
    >
      <FormInput field={NAME} />
      <FormInput field={EXPIRES}>
        {(props) => <ExpiryInput {...props} current={form.base?.expires_at} />}
      </FormInput>
    </VersionedFormDialog>
  );
}
