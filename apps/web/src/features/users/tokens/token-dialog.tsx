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
import { ShownOnceDialog } from '../../../ui/dialogs/shown-once-dialog';
import { addDays } from 'date-fns';
import { type InputProps, textOf } from '../../../forms/inputs/input-props';
import { SelectInput } from '../../../forms/inputs/select-input';
import { serverNow } from '../../../lib/server-clock';

/** The choice that leaves the expiry as it is. */
const KEEP = 'keep';

const DEFAULT_LIFETIME = '90';

/** How long a token is valid: a number of days, or without an end. */
const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
];

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
  if (create.data) {
    const { name, token } = create.data;
    return (
      <ShownOnceDialog title={`API Token: ${name}`} word="token" value={token} onClose={onClose} />
    );
  }
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

interface ExpiryInputProps extends InputProps {
  /** The current expiry of a stored token, which can stay; null if it never expires. */
  current: string | null | undefined;
}

/** When a token expires. */
function ExpiryInput({ current, ...props }: ExpiryInputProps) {
  const chosen = textOf(props.value);
  const instant = expiryOf(chosen);
  const kept = current ? <Instant at={current} format={formatDayOf} /> : 'Never';
  const keep = { value: KEEP, label: <>Keep: {kept}</> };
  return (
    <SelectInput
      {...props}
      options={current === undefined ? LIFETIMES : [keep, ...LIFETIMES]}
      hint={
        chosen === 'never'
          ? 'The token works until it is switched off or deleted'
          : instant && (
              <>
                The token stops working on <Instant at={instant} format={formatDayOf} />
              </>
            )
      }
    />
  );
}

/** The instant of the expiry from now; null for none, undefined for the stored one. */
function expiryOf(lifetime: string): string | null | undefined {
  if (lifetime === KEEP) return undefined;
  return lifetime === 'never'
    ? null
    : addDays(new Date(serverNow()), Number(lifetime)).toISOString();
}
