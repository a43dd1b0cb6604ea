import { act, renderHook } from '@testing-library/react';
import type { WeeklyProgress } from '@portal/contracts/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoomStatus } from '../../../live/room-status';
import { memberWeek, podWeek } from '../../../testing/pods';
import type { Level } from '../../../entities/pods/level';
import { useCrossings } from './use-crossings';

const LIVE: RoomStatus = { kind: 'live', since: 1 };
const week = (level: Level | null, part: Partial<WeeklyProgress> = {}) =>
  podWeek([memberWeek('Ann', { level }), memberWeek('Ben')], part);

describe('crossed thresholds', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function watch(pushed: WeeklyProgress | undefined, room: RoomStatus = LIVE) {
    const hook = renderHook((props) => useCrossings(props.pushed, props.room), {
      initialProps: { pushed, room },
    });
    return {
      push: (next: WeeklyProgress | undefined, nextRoom = LIVE) =>
        hook.rerender({ pushed: next, room: nextRoom }),
      marked: () => Object.values(hook.result.current).map(({ name, level }) => [name, level]),
    };
  }
  const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

  it('LEAD-6 are marked for six seconds, up and down', () => {
    const { push, marked } = watch(week('error'));
    push(week('warning'));
    expect(marked()).toEqual([['Ann', 'warning']]);
    pass(5_000);
    push(week('error'));
    expect(marked()).toEqual([['Ann', 'error']]);
    pass(5_900);
    expect(marked()).toHaveLength(1);
    pass(200);
    expect(marked()).toEqual([]);
  });

  it('LEAD-6 are not marked at first', () => {
    const { push, marked } = watch(undefined);
    push(week('success'));
    push(week('success'));
    expect(marked()).toEqual([]);
  });

  it('LEAD-6 are not marked after a reconnection, but from then on', () => {
    const { push, marked } = watch(week('error'));
    push(week('error'), { kind: 'reconnecting', since: 2 });
    push(week('warning'), { kind: 'live', since: 3 });
    expect(marked()).toEqual([]);
    push(week('success'), { kind: 'live', since: 3 });
    expect(marked()).toEqual([['Ann', 'success']]);
  });

  it.each([
    ['week', { week_start: '2026-01-12' }],
    ['target', { target: { daily_tasks: 1, daily_turns: 1 } }],
    ['day', { due: { tasks: 20, turns: 100 } }],
  ])('LEAD-6 are not marked by another %s', (_what, part) => {
    const { push, marked } = watch(week('error'));
    push(week('success', part));
    expect(marked()).toEqual([]);
  });

  it('LEAD-6 are not marked after another week was shown', () => {
    const { push, marked } = watch(week('error'));
    push(undefined);
    push(week('success'));
    expect(marked()).toEqual([]);
  });
});
