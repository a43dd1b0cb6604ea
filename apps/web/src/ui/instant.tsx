import { formatInstant } from '../lib/format';
import { userZoneName, useUserZone } from '../lib/user-zone';

/** An instant in the user's time zone, which is its title. */
export function Instant({ at }: { at: string }) {
  // The zone arrives with the profile, maybe after the page.
  useUserZone();
  return (
    <time dateTime={at} title={userZoneName()}>
      {formatInstant(at)}
    </time>
  );
}
