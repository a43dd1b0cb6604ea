import { addDays } from 'date-fns';
import { type InputProps, textOf } from '../../../forms/inputs/input-props';
import { SelectInput } from '../../../forms/inputs/select-input';
import { formatDayOf } from '../../../lib/format';
import { Instant } from '../../../ui/instant';
import { serverNow } from '../../../lib/server-clock';

/** The choice that leaves the expiry as it is. */
export const KEEP = 'keep';
export const DEFAULT_LIFETIME = '90';

/** How long a token is valid: a number of days, or without an end. */
const LIFETIMES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'Never' },
];

interface ExpiryInputProps extends InputProps {
  /** The current expiry of a stored token, which can stay; null if it never expires. */
  current: string | null | undefined;
}

/** When a token expires. */
export function ExpiryInput({ current, ...props }: ExpiryInputProps) {
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
export function expiryOf(lifetime: string): string | null | undefined {
  if (lifetime === KEEP) return undefined;
  return lifetime === 'never'
    ? null
    : addDays(new Date(serverNow()), Number(lifetime)).toISOString();
}
