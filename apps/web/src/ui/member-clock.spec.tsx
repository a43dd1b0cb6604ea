import { TZDate } from '@date-fns/tz';
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { inZone } from '@portal/domain/zones';
import { useServerClock } from '../lib/server-clock';
import { useUserZone } from '../lib/user-zone';
import { PROFILE_OFFSETS } from '@portal/contracts/time-zones';
import { clockTexts, MemberClock } from './member-clock';

/** The wall clock so many minutes east of UTC. */
const wallClock = (now: number, minutes: number) => new TZDate(now + minutes * 60_000, 'UTC');
const NOON = Date.UTC(2026, 0, 5, 12, 0, 0, 400);

const setVisibility = (state: DocumentVisibilityState) => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

describe('the clock of a member', () => {
  beforeEach(() => vi.useFakeTimers({ now: NOON }));
  afterEach(() => void vi.useRealTimers());

  it('PODPAGE-1 shows the time of a place, and only the name of a zone that is not known', () => {
    vi.setSystemTime(Date.UTC(2026, 6, 5, 12));
    render(
      <>
        <MemberClock zone="America/Los_Angeles" />
        <MemberClock zone="Mars/Olympus_Mons" />
      </>,
    );
    expect(screen.getByTitle('America/Los_Angeles').textContent).toMatch(/^5:00:00 AM/);
    expect(screen.getByText('Mars/Olympus_Mons').tagName).toBe('SPAN');
  });

  it("PODPAGE-1 the viewer's date is that of the viewer's profile", () => {
    const late = Date.UTC(2026, 0, 5, 23);
    act(() => useUserZone.setState({ zone: 'UTC+2:00' }));
    expect(clockTexts(late, inZone(late, 'UTC+2:00')).date).toBeUndefined();
    expect(clockTexts(late, inZone(late, 'UTC')).date).toBe('Mon, Jan 5');
    act(() => useUserZone.setState({ zone: null }));
  });

  it('PODPAGE-1 shows the date only where it is not the date of the viewer', () => {
    const here = -new Date(NOON).getTimezoneOffset();
    const midnight = new Date(2026, 0, 5).getTime();
    expect(clockTexts(midnight, wallClock(midnight, here))).toEqual({
      time: '12:00:00 AM',
      date: undefined,
    });
    expect(clockTexts(midnight - 1, wallClock(midnight - 1, here)).date).toBeUndefined();
    expect(clockTexts(midnight, wallClock(midnight, here - 30))).toEqual({
      time: '11:30:00 PM',
      date: 'Sun, Jan 4',
    });
    const beforeMidnight = midnight + 86_400_000 - 1_000;
    expect(clockTexts(beforeMidnight, wallClock(beforeMidnight, here + 30))).toEqual({
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
        {PROFILE_OFFSETS.slice(0, 40).map((zone) => (
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

  it('WEB-96 is right where the clock of the browser is 20 minutes slow', () => {
    useServerClock.setState({ aheadMs: 20 * 60_000 });
    render(<MemberClock zone="UTC" />);
    expect(screen.getByTitle('UTC').textContent).toBe('12:20:00 PM');
  });
});
