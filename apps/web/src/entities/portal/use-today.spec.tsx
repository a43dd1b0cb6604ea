import { act, renderHook } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useServerClock } from '../../lib/server-clock';
import { ReportingZone } from '../../testing/reporting-zone';
import { useToday } from './use-today';

describe('useToday', () => {
  afterEach(() => void vi.useRealTimers());

  const todayIn = (zone: string) =>
    renderHook(useToday, {
      wrapper: ({ children }) => <ReportingZone zone={zone}>{children}</ReportingZone>,
    }).result;

  it('ABOUT-7 is the day of the time zone that the server names', () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T09:00:00Z') });
    expect(todayIn('Pacific/Kiritimati').current).toBe('2026-03-02');
    expect(todayIn('Pacific/Honolulu').current).toBe('2026-03-01');
  });

  it('ABOUT-7 changes at the midnight of that zone', () => {
    vi.useFakeTimers({ now: new Date('2026-03-02T09:59:59Z') });
    const today = todayIn('Pacific/Kiritimati');
    expect(today.current).toBe('2026-03-02');
    act(() => void vi.advanceTimersByTime(1_500));
    expect(today.current).toBe('2026-03-03');
  });

  it.each([-86_400_000, -20 * 60_000, 20 * 60_000, 86_400_000])(
    'WEB-96 a clock of the browser that is %s ms ahead changes neither today nor its midnight',
    (wrongMs) => {
      vi.useFakeTimers({ now: Date.parse('2026-03-02T09:59:59Z') + wrongMs });
      act(() => useServerClock.setState({ aheadMs: -wrongMs }));
      const today = todayIn('Pacific/Kiritimati');
      expect(today.current).toBe('2026-03-02');
      act(() => void vi.advanceTimersByTime(1_500));
      expect(today.current).toBe('2026-03-03');
    },
  );
});
