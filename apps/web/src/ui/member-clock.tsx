import { TZDate } from '@date-fns/tz';
import Box from '@mui/material/Box';
import { isSameDay } from 'date-fns';
import { useSyncExternalStore } from 'react';
import { formatTime, formatWeekdayOf } from '../lib/format';
import { parseUtcOffset } from '../lib/utc-offset';

const MINUTE_MS = 60_000;

/** The current time in a member's time zone, such as 'UTC+5:30'; null if the profile has none. */
export function MemberClock({ zone }: { zone: string | null }) {
  const offset = zone === null ? undefined : parseUtcOffset(zone);
  if (zone === null || offset === undefined) {
    return (
      <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
        No time zone
      </Box>
    );
  }
  return <TickingClock zone={zone} offset={offset} />;
}

/** Renders each second; a component of its own, so that nothing else does. */
function TickingClock({ zone, offset }: { zone: string; offset: number }) {
  const now = useSyncExternalStore(secondTicker.subscribe, secondTicker.now);
  const { time, date } = clockTexts(now, offset);
  return (
    <Box
      component="time"
      title={zone}
      sx={{ typography: 'caption', whiteSpace: 'nowrap', display: 'inline-block' }}
    >
      <span>{time}</span>
      {date !== undefined && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary' }}>
          {date}
        </Box>
      )}
    </Box>
  );
}

/**
 * Time, and the date if it is not the viewer's: '2:05:09 AM', 'Tue, Nov 24'.
 * @param now epoch milliseconds
 * @param offset minutes east of UTC
 */
export function clockTexts(now: number, offset: number) {
  // The wall clock there, as fields of UTC: TZDate reads '+00:30' as half an hour west.
  const there = new TZDate(now + offset * MINUTE_MS, 'UTC');
  // The same calendar fields in the viewer's zone, to compare the days.
  const fields = new Date(there.getFullYear(), there.getMonth(), there.getDate());
  return {
    time: formatTime(there),
    date: isSameDay(fields, now) ? undefined : formatWeekdayOf(there),
  };
}

const SECOND_MS = 1_000;

/**
 * The current second for any number of clocks, with one timer. The timer runs at the start of each
 * second while there are listeners and the tab is visible.
 */
class SecondTicker {
  readonly #listeners = new Set<() => void>();
  #now = Date.now();
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Calls the listener each second until the returned function is called. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) {
      document.addEventListener('visibilitychange', this.#restart);
      this.#restart();
    }
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      document.removeEventListener('visibilitychange', this.#restart);
      clearTimeout(this.#timer);
    };
  };

  /** The time of the last tick in epoch milliseconds. */
  readonly now = (): number => this.#now;

  readonly #restart = (): void => {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    this.#tick();
  };

  readonly #tick = (): void => {
    this.#now = Date.now();
    for (const listener of this.#listeners) listener();
    this.#timer = setTimeout(this.#tick, SECOND_MS - (this.#now % SECOND_MS));
  };
}

const secondTicker = new SecondTicker();
