import { act, renderHook } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { followList, leaveList, takeList } from '../../entities/tasks/siblings';
import { useSteps } from './steps';

const SIZE = 3;
const onPage = vi.fn<(page: number) => void>();

/** A page of a list of `total` tasks. */
const pageOf = (page: number, ids: readonly number[], total = 9) => ({
  ...{ key: 'queue', ids },
  pages: { page, size: SIZE, total, onPage },
});

beforeEach(() => {
  onPage.mockClear();
  takeList(null);
});

/** The panel of a task that was opened from a list. */
function panelOf(list: ReturnType<typeof pageOf>, first: number) {
  takeList(list);
  let latest: number | null = first;
  let isLate = false;
  const { result } = renderHook(() => {
    const [task, setTask] = useState(latest);
    const [shown, setShown] = useState(list);
    useEffect(() => followList(shown, task), [shown, task]);
    const steps = useSteps(task, (from) => {
      latest = from({ task: latest }).task;
      if (!isLate) setTask(latest);
    });
    return { task, steps, setShown, setTask };
  });
  return {
    task: () => result.current.task,
    has: (by: 1 | -1) => result.current.steps.has(by),
    /** Some before the panel is drawn again. */
    press: (...steps: (1 | -1)[]) => act(() => steps.forEach((by) => result.current.steps.go(by))),
    /** The URL takes a moment. */
    holdUrl: () => {
      isLate = true;
    },
    releaseUrl: () => {
      isLate = false;
      act(() => result.current.setTask(latest));
    },
    show: (next: typeof list) => act(() => result.current.setShown(next)),
    open: (task: number) => {
      latest = task;
      act(() => result.current.setTask(task));
    },
  };
}

describe('the steps of the panel', () => {
  it('UI-162 presses at the end of a page add up before the next one is there', () => {
    const panel = panelOf(pageOf(0, [1, 2, 3]), 2);
    panel.press(1, 1, 1, 1, -1);
    expect(onPage.mock.calls).toEqual([[1]]);
    expect(panel.task()).toBe(3);
    panel.show(pageOf(1, [4, 5, 6]));
    expect(panel.task()).toBe(5);
    panel.press(-1, -1, -1, -1);
    expect(panel.task()).toBe(1);
  });

  it('UI-162 presses before the panel follows skip no page', () => {
    const panel = panelOf(pageOf(0, [1, 2, 3]), 2);
    panel.holdUrl();
    for (let press = 0; press < 4; press++) panel.press(1);
    panel.releaseUrl();
    expect(onPage.mock.calls).toEqual([[1]]);
    panel.show(pageOf(1, [4, 5, 6]));
    expect(panel.task()).toBe(6);
  });

  it('UI-162 a task that the list has by now has neighbours, also if the panel was open elsewhere in it', () => {
    const panel = panelOf(pageOf(2, [7, 8, 9]), 8);
    panel.open(1);
    expect(panel.has(1)).toBe(false);
    panel.show(pageOf(0, [1, 2, 3]));
    expect(panel.has(1)).toBe(true);
    panel.press(1);
    expect(panel.task()).toBe(2);
  });

  it('UI-162 a list that has the open task takes the place of one that is gone', () => {
    const panel = panelOf(pageOf(0, [1, 2, 3]), 1);
    act(() => leaveList('queue'));
    panel.show({ ...pageOf(0, [1, 9], 2), key: 'another' });
    panel.press(1);
    expect(panel.task()).toBe(9);
  });

  it('UI-162 tasks that come above the others do not follow the last one', () => {
    const panel = panelOf(pageOf(0, [1, 2, 3]), 3);
    panel.show(pageOf(0, [20, 1, 2], 10));
    panel.press(1);
    panel.show(pageOf(1, [3, 4, 5], 10));
    expect(panel.task()).toBe(4);
    panel.show(pageOf(0, [20, 1, 2], 10));
    panel.press(-1, -1, -1, -1);
    expect(panel.task()).toBe(20);
    expect(panel.has(-1)).toBe(false);
  });
});
