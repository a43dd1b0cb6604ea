const MINUTE_MS = 60_000;
const UNITS = [
  [1440, 'd'],
  [60, 'h'],
  [1, 'm'],
] as const;

/** An age in the fewest letters: '5m', '3h', '12d'. @param now epoch milliseconds of the server */
export function shortAge(instant: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(instant)) / MINUTE_MS));
  const [size, unit] = UNITS.find(([of]) => minutes >= of) ?? [1, 'm'];
  return `${Math.floor(minutes / size)}${unit}`;
}
