import { Box } from '@mui/material';
import { inZone, isKnownZone } from '@portal/domain/zones';
import { isSameDay } from 'date-fns';
import { useSyncExternalStore } from 'react';
import { formatTime, formatWeekdayOf } from '../lib/format';
import { serverNow } from '../lib/server-clock';
import { inUserZone } from '../lib/user-zone';

/**
 * The current time in a member's time zone, such as 'Europe/Berlin' or 'UTC+5:30'; null if the profile
 * has none. Of a zone that the browser does not know, only the name is shown.
 */
export function MemberClock({ zone }: { zone: string | null }) {
  if (zone === null || !isKnownZone(zone)) {
    return (
      <Box component="span" sx={{ typography: 'caption', color: 'text.secondary' }}>
        {zone ?? 'No time zone'}
      </Box>
    );
  }
  return <TickingClock zone={zone} />;
}

/** Renders each second; a component of its own, so that nothing else does. */
function TickingClock({ zone }: { zone: string }) {
  const now = useSyncExternalStore(secondTicker.subscribe, secondTicker.now);
  const { time, date } = clockTexts(now, inZone(now, zone));
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
 * @param there the wall clock of the member
 */
export function clockTexts(now: number, there: Date) {
  return {
    time: formatTime(there),
    date: isSameDay(fieldsOf(there), fieldsOf(inUserZone(now)))
      ? undefined
      : formatWeekdayOf(there),
  };
}

/** The calendar fields of a date of any zone, to compare days. */
function fieldsOf(date: Date): Date {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate());
}

const SECOND_MS = 1_000;

/**
 * The current second for any number of clocks, with one timer. The timer runs at the start of each
 * second while there are listeners and the tab is visible.
 */
class SecondTicker {
  readonly #listeners = new Set<() => void>();
  #now = serverNow();
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
    this.#now = serverNow();
    for (const listener of this.#listeners) listener();
    this.#timer = setTimeout(this.#tick, SECOND_MS - (this.#now % SECOND_MS));
  };
}

const secondTicker = new SecondTicker();
