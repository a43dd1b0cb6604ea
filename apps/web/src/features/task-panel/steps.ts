import { useEffect, useEffectEvent } from 'react';
import { type Direction, joined, type Siblings, useSiblings } from '../../entities/tasks/siblings';

interface Shown {
  readonly task: number | null;
}

export interface Steps {
  readonly has: (by: Direction) => boolean;
  readonly go: (by: Direction) => void;
}

/**
 * To the neighbours in the list from which the task was opened: each press from where the press before leads, at its end
 * to its next page.
 */
export function useSteps(id: number | null, open: (from: (now: Shown) => Shown) => void): Steps {
  const siblings = useSiblings();
  const { ids, awaited } = siblings;
  const neighbour = (of: number | null, by: Direction): number | undefined => {
    const at = of === null ? -1 : ids.indexOf(of);
    return at === -1 ? undefined : ids[at + by];
  };
  const go = (by: Direction): void => open(({ task }) => ({ task: neighbour(task, by) ?? task }));
  const isThere = awaited !== null && neighbour(id, awaited) !== undefined;
  const goOn = useEffectEvent(() => {
    if (isThere) go(awaited);
    useSiblings.setState({ awaited: null });
  });
  useEffect(() => {
    if (isThere || id === null) goOn();
  }, [isThere, id]);
  const isAtEnd = (by: Direction): boolean =>
    id !== null && ids.includes(id) && neighbour(id, by) === undefined;
  return {
    has: (by) => neighbour(id, by) !== undefined || (isAtEnd(by) && hasMore(siblings, by)),
    go: (by) => (isAtEnd(by) ? awaitMore(by) : go(by)),
  };
}

function hasMore({ list, ids, ...pages }: Siblings, by: Direction): boolean {
  if (list === null) return false;
  if (by === 1 && list.ids.some((id) => !ids.includes(id))) return true;
  if (!list.pages) return false;
  return by === 1 ? (pages.lastPage + 1) * list.pages.size < list.pages.total : pages.firstPage > 0;
}

/** Goes on with what the list shows now, else with its next page or the one before. */
function awaitMore(by: Direction): void {
  const now = useSiblings.getState();
  const { list, ids, firstPage, lastPage } = now;
  if (list === null || !hasMore(now, by)) return;
  const more = by === 1 ? joined(ids, list.ids, by) : ids;
  useSiblings.setState({ ids: more, awaited: by });
  if (more.length > ids.length) return;
  const page = by === 1 ? lastPage + 1 : firstPage - 1;
  useSiblings.setState(by === 1 ? { lastPage: page } : { firstPage: page });
  list.pages?.onPage(page);
}
