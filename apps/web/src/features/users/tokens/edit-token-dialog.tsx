import type { ApiToken } from '@portal/contracts/api-tokens';
import { Controller } from 'react-hook-form';
import { changedFields, type Fields, type FormField } from '../../../forms/conflict';
import { useVersionedForm } from '../../../forms/use-versioned-form';
import { VersionedFormDialog } from '../../../forms/versioned-form-dialog';
import { formatDayOf } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import { fetchApiToken, useUpdateApiToken } from './api';
import { ExpiryInput, expiryOf, type Lifetime } from './expiry-input';
import { NameInput } from './name-input';
import { nameError } from './token-name';

interface EditTokenDialogProps {
  userId: number;
  token: ApiToken;
  onClose: () => void;
}

interface TokenValues {
  name: string;
  expires_at: Lifetime;
}

/** Renames a token and changes its expiry. */
export default function EditTokenDialog({ userId, token, onClose }: EditTokenDialogProps) {
  const versioned = useVersionedForm<ApiToken, TokenValues, TokenValues>({
    item: token,
    fields: FIELDS,
    valuesOf: (stored) => ({ name: stored?.name ?? '', expires_at: 'keep' }),
    resolver: (values) => {
      const message = nameError(values.name);
      if (message === undefined) return { values, errors: {} };
      return { values: {}, errors: { name: { type: 'validate', message } } };
    },
    changeOf,
    fetchCurrent: ({ id }) => fetchApiToken(userId, id),
    update: useUpdateApiToken(userId),
    failed: 'Failed to save API token',
    onDone: onClose,
  });
  const { control } = versioned.form;
  return (
    <VersionedFormDialog title="Edit API Token" width={600} form={versioned} onClose={onClose}>
      <Controller
        control={control}
        name="name"
        render={({ field: { value, onChange }, fieldState }) => (
          <NameInput value={value} onChange={onChange} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="expires_at"
        render={({ field: { value, onChange } }) => (
          <ExpiryInput
            value={value}
            onChange={onChange}
            current={versioned.base?.expires_at ?? null}
          />
        )}
      />
    </VersionedFormDialog>
  );
}

const FIELDS: readonly FormField<keyof TokenValues>[] = [
  { name: 'name', label: 'Name' },
  {
    name: 'expires_at',
    label: 'Expires',
    show: (at) => (typeof at === 'string' ? <Instant at={at} format={formatDayOf} /> : 'Never'),
  },
];

function changeOf(before: ApiToken, { name, expires_at }: TokenValues): Fields {
  const expiresAt = expiryOf(expires_at);
  return changedFields(before, { name, ...(expiresAt !== undefined && { expires_at: expiresAt }) });
}
