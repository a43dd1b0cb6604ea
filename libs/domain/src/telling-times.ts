import type { Channel, How, ToldKind } from '@portal/contracts/notifications';
import { addDays } from 'date-fns/addDays';
import { format } from 'date-fns/format';
import { isWeekend } from 'date-fns/isWeekend';
import { instantIn, inZone } from './zones.js';

/** From this hour of the user's zone on nothing goes out, until QUIET_TO. */
export const QUIET_FROM = 20;
export const QUIET_TO = 8;
/** The hour at which what is chosen daily goes out together. */
export const DAILY_AT = 9;
/** The hour of each working day at which who is behind is told. */
const BEHIND_AT = 16;

type Defaults = Readonly<Record<Exclude<ToldKind, 'test'>, Readonly<Record<Channel, How>>>>;

/** What waits for the user goes out at once by Slack; an e-mail at most once a day. */
const DEFAULTS: Defaults = {
  came_back: { slack: 'now', email: 'daily' },
  feedback: { slack: 'now', email: 'daily' },
  claim_asked: { slack: 'now', email: 'off' },
  appeal: { slack: 'now', email: 'daily' },
  conflict: { slack: 'daily', email: 'off' },
  target: { slack: 'daily', email: 'daily' },
  role: { slack: 'daily', email: 'daily' },
  import: { slack: 'now', email: 'off' },
  behind: { slack: 'now', email: 'off' },
  webhook: { slack: 'now', email: 'daily' },
  digest: { slack: 'now', email: 'now' },
  alert: { slack: 'now', email: 'now' },
};

/** What holds for a user who has chosen nothing. */
export function defaultHow(kind: ToldKind, channel: Channel): How {
  return kind === 'test' ? 'now' : DEFAULTS[kind][channel];
}

/** The end of the quiet hours that an instant is in; null outside of them. */
export function quietUntil(now: Date, zone: string): Date | null {
  const clock = inZone(now.getTime(), zone);
  const hour = clock.getHours();
  if (hour >= QUIET_FROM) return at(addDays(clock, 1), QUIET_TO, zone);
  return hour < QUIET_TO ? at(clock, QUIET_TO, zone) : null;
}

/** When something of this instant goes out that is chosen daily. */
export function dailyAfter(instant: Date, zone: string): Date {
  const clock = inZone(instant.getTime(), zone);
  const today = at(clock, DAILY_AT, zone);
  return today > instant ? today : at(addDays(clock, 1), DAILY_AT, zone);
}

/** Whether it is that hour of a working day there. @returns the day, YYYY-MM-DD; null if not */
export function workdayToTell(now: Date, zone: string): string | null {
  const clock = inZone(now.getTime(), zone);
  const isDue = clock.getHours() === BEHIND_AT && !isWeekend(clock);
  return isDue ? format(clock, 'yyyy-MM-dd') : null;
}

function at(day: Date, hour: number, zone: string): Date {
  const wallClock = `${format(day, 'yyyy-MM-dd')}T${String(hour).padStart(2, '0')}:00:00`;
  return new Date(instantIn(wallClock, zone) ?? Number.NaN);
}
