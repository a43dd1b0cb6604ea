import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { parseUtcOffset } from '../lib/utc-offset';
import { PROFILE_TIME_ZONES } from '@portal/contracts/time-zones';
import { clockTexts, MemberClock } from './member-clock';

const NOON = Date.UTC(2026, 0, 5, 12, 0, 0, 400);

const setVisibility = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('the clock of a member', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOON }));
  afterEach(() => void vi.useRealTimers());

  it('PODPAGE-1 reads every offset of a profile, and nothing else', () => {
    expect(parseUtcOffset('UTC+5:30')).toBe(330);
    expect(parseUtcOffset('UTC-12:00')).toBe(-720);
    expect(parseUtcOffset('UTC')).toBe(0);
    for (const zone of PROFILE_TIME_ZONES) expect(parseUtcOffset(zone)).toBeTypeOf('number');
    for (const text of ['', 'GMT+1:00', 'UTC+5', 'UTC+5:60', 'UTC+14:30', 'UTC-12:30', ' UTC']) {
      expect(parseUtcOffset(text)).toBeUndefined();
    }
  });

  it('PODPAGE-1 shows the date only where it is not the date of the viewer', () => {
    const here = -new Date(NOON).getTimezoneOffset();
    const midnight = new Date(2026, 0, 5).getTime();
    expect(clockTexts(midnight, here)).toEqual({ time: '12:00:00 AM', date: undefined });
    expect(clockTexts(midnight - 1, here).date).toBeUndefined();
    expect(clockTexts(midnight, here - 30)).toEqual({ time: '11:30:00 PM', date: 'Sun, Jan 4' });
    const beforeMidnight = midnight + 86_400_000 - 1_000;
    expect(clockTexts(beforeMidnight, here + 30)).toEqual({
      time: '12:29:59 AM',
      date: 'Tue, Jan 6',
    });
  });

  it('PODPAGE-2 ticks at each second, with one timer for all clocks and no other render', () => {
    const renders = vi.fn<() => null>(() => null);
    const Neighbour = renders;
    render(
      <>
        <Neighbour />
        {PROFILE_TIME_ZONES.slice(0, 40).map((zone) => (
          <MemberClock key={zone} zone={zone} />
        ))}
      </>,
    );
    expect(screen.getByTitle('UTC').textContent).toBe('12:00:00 PM');
    expect(vi.getTimerCount()).toBe(1);
    act(() => void vi.advanceTimersByTime(599));
    expect(screen.getByTitle('UTC').textContent).toBe('12:00:00 PM');
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.getByTitle('UTC').textContent).toBe('12:00:01 PM');
    expect(screen.getByTitle('UTC+3:30').textContent).toBe('3:30:01 PM');
    expect(vi.getTimerCount()).toBe(1);
    expect(renders).toHaveBeenCalledTimes(1);
  });

  it('PODPAGE-2 stops in a hidden tab, and shows the time as soon as it is visible', () => {
    const { unmount } = render(<MemberClock zone="UTC" />);
    setVisibility('hidden');
    expect(vi.getTimerCount()).toBe(0);
    vi.setSystemTime(NOON + 60_000);
    setVisibility('visible');
    expect(screen.getByTitle('UTC').textContent).toBe('12:01:00 PM');
    expect(vi.getTimerCount()).toBe(1);
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('PODPAGE-1 says that a member has no time zone', () => {
    render(<MemberClock zone={null} />);
    expect(screen.getByText('No time zone')).toBeTruthy();
    expect(vi.getTimerCount()).toBe(0);
  });
});
