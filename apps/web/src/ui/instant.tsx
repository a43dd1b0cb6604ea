import { formatInstant } from '../lib/format';
import { userZoneName, useUserZone } from '../lib/user-zone';

interface InstantProps {
  at: string;
  /** Its text; without one, date and time. */
  format?: (at: string) => string;
}

/** An instant in the user's time zone. Its title names the zone, and the instant if the text is another one. */
export function Instant({ at, format = formatInstant }: InstantProps) {
  // The zone arrives with the profile, maybe after the page.
  useUserZone();
  const [text, whole] = [format(at), formatInstant(at)];
  return (
    <time dateTime={at} title={text === whole ? userZoneName() : `${whole}, ${userZoneName()}`}>
      {text}
    </time>
  );
}
