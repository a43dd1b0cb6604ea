import { addDays, differenceInCalendarDays, format, parseISO } from 'date-fns';
import { formatDay } from '../../lib/format';

export const PRESETS = [
  { days: 7, label: '7D' },
  { days: 30, label: '30D' },
  { days: 90, label: '90D' },
] as const;

export type ActiveRange = 'all' | 'custom' | (typeof PRESETS)[number]['days'];

/** By how many days a start date may differ from a preset and still match it. */
const TOLERANCE: Record<(typeof PRESETS)[number]['days'], number> = { 7: 1, 30: 2, 90: 2 };

interface Range {
  readonly start: string | null;
  readonly end: string | null;
}

/** From `today` minus the days to `today`, as YYYY-MM-DD. */
export function presetRange(days: number, today: string): { start: string; end: string } {
  return { start: format(addDays(parseISO(today), -days), 'yyyy-MM-dd'), end: today };
}

/** The preset that matches a range, by the age of its start. */
export function activeRange({ start, end }: Range, today: string): ActiveRange {
  if (start === null && end === null) return 'all';
  if (start === null) return 'custom';
  const age = differenceInCalendarDays(parseISO(today), parseISO(start));
  const preset = PRESETS.find(({ days }) => Math.abs(age - days) <= TOLERANCE[days]);
  return preset?.days ?? 'custom';
}

/** Description of the date filter. */
export function rangeText({ start, end }: Range): string {
  if (start === null && end === null) return 'Showing all time data';
  const from = start === null ? 'the beginning' : formatDay(start);
  const to = end === null ? 'now' : formatDay(end);
  return `Active filter: ${from} - ${to}`;
}
