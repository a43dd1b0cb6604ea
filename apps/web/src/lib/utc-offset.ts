const FORM = /^UTC(?:([+-])(\d{1,2}):([0-5]\d))?$/;
const WESTERNMOST = -12 * 60;
const EASTERNMOST = 14 * 60;

/**
 * The offset of a profile's time zone in minutes east of UTC: 'UTC+5:30' → 330; undefined if the text
 * has another form.
 */
export function parseUtcOffset(zone: string): number | undefined {
  const [match, sign, hours = '0', minutes = '0'] = FORM.exec(zone) ?? [];
  if (match === undefined) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
  return offset < WESTERNMOST || offset > EASTERNMOST ? undefined : offset;
}
