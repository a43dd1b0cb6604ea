import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  daysBeforeThem,
  digestDays,
  type DigestFacts,
  digestLines,
  digestTitle,
} from './digest.js';
import { dayOf, eachDay, instantsOf } from './periods.js';
import { inZone } from './zones.js';

const ZONES = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland', 'UTC-11:00'];
const NAMED = ['UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Auckland'];
const instant = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
});

describe('the days of a digest', () => {
  it('DIGEST-3 are over in the zone of the reports, the last ones, and are told between 9 and 20 o’clock of the user', () => {
    fc.assert(
      fc.property(
        instant,
        fc.constantFrom(...ZONES),
        fc.constantFrom(...NAMED),
        fc.constantFrom('day' as const, 'week' as const),
        (now, userZone, reportingZone, every) => {
          const days = digestDays(every, now, { userZone, reportingZone });
          const hour = inZone(now.getTime(), userZone).getHours();
          expect(days !== null).toBe(hour >= 9 && hour < 20);
          if (days === null) return;
          const { end } = instantsOf(days, reportingZone);
          expect(end.getTime()).toBeLessThanOrEqual(now.getTime());
          const length = eachDay(days).length;
          expect(length).toBe(every === 'day' ? 1 : 7);
          // The next period is not over.
          expect(now.getTime() - end.getTime()).toBeLessThan((length * 24 + 1) * 3_600_000);
          if (every === 'week') expect(new Date(`${days.first}T00:00:00Z`).getUTCDay()).toBe(1);
          const before = daysBeforeThem(days);
          expect(eachDay(before)).toHaveLength(length);
          expect(instantsOf(before, reportingZone).end).toEqual(
            instantsOf(days, reportingZone).start,
          );
          expect(dayOf(now, reportingZone) > days.last).toBe(true);
        },
      ),
    );
  });
});

const FACTS: DigestFacts = {
  ...{
    scope: 'pod',
    every: 'week',
    first: '2026-06-01',
    last: '2026-06-07',
    email: 'a@example.com',
  },
  ...{ project_id: 3, project: 'Alpha', pod: 'Orion & co' },
  numbers: [
    { number: 'completed_in_period', count: 1, before: 4 },
    { number: 'waiting_for_review', count: 2, before: null },
  ],
  behind: [{ pod: 'Orion & co', count: 1 }],
  imports: [{ id: 'x', file_name: 'a.json', inserted: 2, updated: 3 }],
};

describe('what a digest says', () => {
  it('DIGEST-5 is its numbers with those of the period before, who is behind and what imports changed', () => {
    expect(digestTitle(FACTS)).toBe('Digest of Orion & co: Mon, 1 Jun to Sun, 7 Jun');
    expect(digestLines(FACTS)).toEqual([
      {
        text: '1 task completed (4 the week before)',
        link: '/pods/Orion%20%26%20co/lead-dashboard?tasks=completed_in_period&tasks_first=2026-06-01&tasks_last=2026-06-07&tasks_pod=Orion+%26+co',
      },
      {
        text: '2 tasks wait for a review',
        link: '/pods/Orion%20%26%20co/lead-dashboard?tasks=waiting_for_review&tasks_pod=Orion+%26+co',
      },
      {
        text: 'one trainer of Orion & co behind what was due',
        link: '/pods/Orion%20%26%20co/lead-dashboard',
      },
      { text: 'import of a.json: 2 new, 3 changed', link: '/admin/tasks/x' },
    ]);
    const left = { ...FACTS, pod: null, project: null, behind: [], imports: [] };
    expect(digestTitle(left)).toContain('a project that you have left');
  });
});
