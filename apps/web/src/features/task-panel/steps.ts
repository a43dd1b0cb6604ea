import { useEffect, useEffectEvent } from 'react';
import {
  beyond,
  type Direction,
  directionOf,
  joined,
  type Siblings,
  useSiblings,
} from '../../entities/tasks/siblings';

interface Shown {
  readonly task: number | null;
}

export interface Steps {
  readonly has: (by: Direction) => boolean;
  readonly go: (by: Direction) => void;
}

/**
 * To the neighbours in the list from which the task was opened: each press from where the press before leads, at its end
 * to its next page. Presses that come before that page add up.
 */
export function useSteps(id: number | null, open: (from: (now: Shown) => Shown) => void): Steps {
  const siblings = useSiblings();
  const { ids, awaited } = siblings;
  // -1 of a task that is not in the list.
  const placeOf = (task: number | null): number => (task === null ? -1 : ids.indexOf(task));
  const neighbour = (of: number | null, by: Direction): number | undefined => {
    const at = placeOf(of);
    return at === -1 ? undefined : ids[at + by];
  };
  const go = (by: Direction): void => {
    const { awaited: before } = useSiblings.getState();
    if (before !== null) {
      const steps = before.steps + by;
      return useSiblings.setState({ awaited: steps === 0 ? null : { ...before, steps } });
    }
    let end: number | null = null;
    open(({ task }) => {
      const next = neighbour(task, by);
      if (next === undefined && placeOf(task) !== -1) end = task;
      return { task: next ?? task };
    });
    if (end !== null) awaitMore(end, by);
  };
  // Not from the task that is drawn: it may be one step behind.
  const isThere = awaited !== null && neighbour(awaited.from, directionOf(awaited)) !== undefined;
  const goOn = useEffectEvent(() => {
    if (isThere) {
      const to = placeOf(awaited.from) + awaited.steps;
      const last = ids.length - 1;
      open(({ task }) => ({
        task: task === null ? null : (ids[Math.max(0, Math.min(last, to))] ?? task),
      }));
    }
    useSiblings.setState({ awaited: null });
  });
  useEffect(() => {
    if (isThere || id === null) goOn();
  }, [isThere, id]);
  return {
    has: (by) => neighbour(id, by) !== undefined || (placeOf(id) !== -1 && hasMore(siblings, by)),
    go,
  };
}

function hasMore({ list, ids, ...pages }: Siblings, by: Direction): boolean {
  if (list === null) return false;
  if (beyond(ids, list.ids, by).length > 0) return true;
  if (!list.pages) return false;
  return by === 1 ? (pages.lastPage + 1) * list.pages.size < list.pages.total : pages.firstPage > 0;
}

/** Goes on with what the list shows now, else with its next page or the one before. */
function awaitMore(from: number, by: Direction): void {
  const now = useSiblings.getState();
  const { list, ids, firstPage, lastPage } = now;
  if (list === null || !hasMore(now, by)) return;
  const isShown = beyond(ids, list.ids, by).length > 0;
  useSiblings.setState({
    ids: isShown ? joined(ids, list.ids, by) : ids,
    awaited: { from, steps: by },
  });
  if (isShown) return;
  const page = by === 1 ? lastPage + 1 : firstPage - 1;
  useSiblings.setState(by === 1 ? { lastPage: page } : { firstPage: page });
  list.pages?.onPage(page);
}
