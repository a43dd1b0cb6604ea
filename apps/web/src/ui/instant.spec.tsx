import { act, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { PROFILE_OFFSETS } from '@portal/contracts/time-zones';
import { format } from 'date-fns';
import { inUserZone, setUserZone, userInstant, useUserZone } from '../lib/user-zone';
import { formatDayOf } from '../lib/format';
import { Instant } from './instant';

describe('an instant', () => {
  it('WEB-64 is shown in the zone of the profile, which its title names', () => {
    render(<Instant at="2026-01-05T20:15:00Z" />);
    act(() => useUserZone.setState({ zone: 'UTC+5:30' }));
    const shown = screen.getByText('Jan 6, 2026, 1:45 AM');
    expect(shown.title).toBe('UTC+5:30');
    act(() => useUserZone.setState({ zone: 'UTC-8:00' }));
    expect(screen.getByText('Jan 5, 2026, 12:15 PM').title).toBe('UTC-8:00');
  });

  it('WEB-64 is a day of that zone; the title has the time too', () => {
    render(<Instant at="2026-01-05T20:15:00Z" format={formatDayOf} />);
    act(() => useUserZone.setState({ zone: 'UTC+5:30' }));
    expect(screen.getByText('Jan 06, 2026').title).toBe('Jan 6, 2026, 1:45 AM, UTC+5:30');
    act(() => useUserZone.setState({ zone: 'UTC-8:00' }));
    expect(screen.getByText('Jan 05, 2026').title).toBe('Jan 5, 2026, 12:15 PM, UTC-8:00');
  });

  it('WEB-64 is shown in the zone of the browser without a profile', () => {
    render(<Instant at="2026-01-05T20:15:00Z" />);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(screen.getByTitle(timeZone).textContent).toMatch(/Jan [56], 2026/);
  });

  it('WEB-64 has the zone of the last profile at the next start, until the next user signs in', async () => {
    setUserZone('UTC+5:30');
    vi.resetModules();
    expect((await import('../lib/user-zone')).userZoneName()).toBe('UTC+5:30');
    setUserZone(null);
    vi.resetModules();
    expect((await import('../lib/user-zone')).userZoneName()).not.toBe('UTC+5:30');
  });

  it('WEB-64 is the same after it was shown and entered again, in every zone', () => {
    const seconds = fc.integer({ min: 0, max: 4_000_000_000 });
    fc.assert(
      fc.property(fc.constantFrom(...PROFILE_OFFSETS), seconds, (zone, second) => {
        useUserZone.setState({ zone });
        const instant = new Date(second * 1_000).toISOString();
        const wallClock = format(inUserZone(instant), "yyyy-MM-dd'T'HH:mm:ss");
        expect(userInstant(wallClock)).toBe(instant);
      }),
    );
    expect(userInstant('not a time')).toBeUndefined();
  });
});
