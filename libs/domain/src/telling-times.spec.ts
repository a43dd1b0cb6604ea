import { describe, expect, it } from 'vitest';
import { decide, type DueFacts } from './telling-decision.js';
import { dailyAfter, quietUntil } from './telling-times.js';

const BERLIN = 'Europe/Berlin';
const until = (now: string, zone = BERLIN) =>
  quietUntil(new Date(now), zone)?.toISOString() ?? null;
const daily = (from: string, zone = BERLIN) => dailyAfter(new Date(from), zone).toISOString();

describe('the hours of the user', () => {
  it('TELL-20 nothing goes out from 20 to 8 o’clock of the user’s zone', () => {
    expect(until('2026-06-10T17:59:00Z')).toBeNull();
    expect(until('2026-06-10T18:00:00Z')).toBe('2026-06-11T06:00:00.000Z');
    expect(until('2026-06-11T05:59:00Z')).toBe('2026-06-11T06:00:00.000Z');
    expect(until('2026-06-11T06:00:00Z')).toBeNull();
    expect(until('2026-06-11T06:00:00Z', 'America/Los_Angeles')).toBe('2026-06-11T15:00:00.000Z');
    expect(until('2026-06-11T16:00:00Z', 'UTC+5:30')).toBe('2026-06-12T02:30:00.000Z');
  });

  it('TELL-20 TELL-21 are right in the nights when summer time begins and ends', () => {
    // 2026-03-29 has 23 hours in Berlin, 2026-10-25 has 25.
    expect(until('2026-03-28T19:30:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(until('2026-03-29T05:59:00Z')).toBe('2026-03-29T06:00:00.000Z');
    expect(until('2026-10-24T18:30:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(until('2026-10-25T06:30:00Z')).toBe('2026-10-25T07:00:00.000Z');
    expect(daily('2026-03-28T12:00:00Z')).toBe('2026-03-29T07:00:00.000Z');
    expect(daily('2026-10-24T12:00:00Z')).toBe('2026-10-25T08:00:00.000Z');
  });

  it('TELL-21 what is chosen daily goes out at the next 9 o’clock', () => {
    expect(daily('2026-06-10T06:59:00Z')).toBe('2026-06-10T07:00:00.000Z');
    expect(daily('2026-06-10T07:00:00Z')).toBe('2026-06-11T07:00:00.000Z');
  });
});

describe('the decision before each try', () => {
  const NOON = new Date('2026-06-10T10:00:00Z');
  const facts: DueFacts = {
    ...{ kind: 'came_back', channel: 'slack', created_at: '2026-06-10T09:59:00Z', zone: BERLIN },
    ...{ is_read: false, is_active: true, is_allowed: true, is_gone: false, how: null },
    of_alert: null,
  };

  it.each([
    [{ is_read: true }, 'You had read it already'],
    [{ is_active: false }, 'Your account was deactivated'],
    [{ is_allowed: false }, 'You have left the project'],
    [{ is_gone: true }, 'What it is about was deleted'],
    [{ how: 'off' }, 'You have switched it off on this channel'],
    [{ kind: 'import', channel: 'email' }, 'You have switched it off on this channel'],
  ] as const)('TELL-19 drops what no longer holds or is not wanted: %j', (changes, reason) => {
    expect(decide({ ...facts, ...changes }, NOON)).toEqual({ act: 'drop', reason });
  });

  it('TELL-31 asks of a Slack channel only what the alert says of it now', () => {
    const toChannel = { ...facts, kind: 'alert', of_alert: 'wanted' } as const;
    const night = new Date('2026-06-10T22:00:00Z');
    expect(decide(toChannel, night)).toEqual({ act: 'send' });
    expect(
      (['gone', 'other_channel', 'inactive', 'muted'] as const).map((of_alert) =>
        decide({ ...toChannel, of_alert }, NOON),
      ),
    ).toEqual([
      { act: 'drop', reason: 'The alert was deleted' },
      { act: 'drop', reason: 'The alert tells this channel no more' },
      { act: 'drop', reason: 'The alert is not active' },
      { act: 'drop', reason: 'The alert is muted' },
    ]);
  });

  it('TELL-19 sends what holds and is wanted now, and a test at any hour', () => {
    expect(decide(facts, NOON)).toEqual({ act: 'send' });
    const night = new Date('2026-06-10T22:00:00Z');
    expect(decide(facts, night)).toMatchObject({ act: 'wait' });
    expect(decide({ ...facts, kind: 'test' }, night)).toEqual({ act: 'send' });
    expect(decide({ ...facts, how: 'daily' }, NOON)).toMatchObject({
      act: 'wait',
      until: new Date('2026-06-11T07:00:00Z'),
    });
    expect(decide({ ...facts, how: 'daily' }, new Date('2026-06-11T07:00:00Z'))).toEqual({
      act: 'send',
    });
  });
});
