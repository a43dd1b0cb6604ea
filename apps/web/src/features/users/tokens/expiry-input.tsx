import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { addDays } from 'date-fns';
import { formatDayOf } from '../../../lib/format';
import { Instant } from '../../../ui/instant';

/** How long a token is valid: a number of days, or without an end. */
const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
] as const;

export type Lifetime = (typeof LIFETIMES)[number]['value'] | 'keep';
export const DEFAULT_LIFETIME: Lifetime = '90';

interface ExpiryInputProps {
  value: Lifetime;
  onChange: (value: Lifetime) => void;
  /** The current expiry of a stored token, which can stay; null if it never expires. */
  current?: string | null;
}

/** When a token expires. */
export function ExpiryInput({ value, onChange, current }: ExpiryInputProps) {
  const instant = expiryOf(value) ?? null;
  const kept = current ? <Instant at={current} format={formatDayOf} /> : 'Never';
  const keep = { value: 'keep', label: <>Keep: {kept}</> } as const;
  const options = current === undefined ? LIFETIMES : [keep, ...LIFETIMES];
  return (
    <TextField
      select
      fullWidth
      label="Expires"
      value={value}
      onChange={({ target }) => {
        const chosen = options.find((option) => option.value === target.value);
        if (chosen) onChange(chosen.value);
      }}
      helperText={
        value === 'never'
          ? 'The token works until it is switched off or deleted'
          : instant && (
              <>
                The token stops working on <Instant at={instant} format={formatDayOf} />
              </>
            )
      }
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The instant of the expiry from now; null for none, undefined for the stored one. */
export function expiryOf(lifetime: Lifetime): string | null | undefined {
  if (lifetime === 'keep') return undefined;
  return lifetime === 'never' ? null : addDays(new Date(), Number(lifetime)).toISOString();
}
