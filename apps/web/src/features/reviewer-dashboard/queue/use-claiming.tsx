import type { NextClaimInput, WaitingTask } from '@portal/contracts/task-stats';
import { type RefObject, useCallback, useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useClaimTask, useGiveBack, useNextClaim } from '../../../entities/claims/api';
import { keepAtDesk } from '../../../entities/claims/held-claims';
import { useTaskPanelLoad } from '../../../entities/tasks/open-task';
import type { TaskPages } from '../../../entities/tasks/siblings';
import { shortcutOf } from '../../../lib/keys';
import { useSingle } from '../../../lib/use-single';
import { showToast } from '../../../ui/toast-store';

interface Shown {
  readonly podName: string;
  readonly filters: Omit<NextClaimInput, 'pod_name'>;
  readonly items: readonly WaitingTask[];
  /** Nobody claims on a wall screen. */
  readonly wall: boolean;
  readonly pages: TaskPages;
  /** Opens the task that was claimed. */
  readonly onNext: (taskId: number) => void;
}

/** Claiming in the queue, by buttons and keys. Leaving the desk gives back what this tab has claimed. */
export function useClaiming(
  rows: RefObject<HTMLElement | null>,
  { podName, filters, items, wall, pages, onNext }: Shown,
) {
  const loadPanel = useTaskPanelLoad((state) => state.load);
  const nextClaim = useNextClaim();
  const next = useSingle(nextClaim);
  const { mutate: claim } = useClaimTask();
  const { mutateAsync: giveBack } = useGiveBack();
  /** The tasks that are being given back. */
  const leaving = useRef(new Set<number>());
  const mine = useRef<readonly number[]>([]);
  useEffect(() => {
    mine.current = items.filter((task) => task.claim?.is_mine).map((task) => task.turing_task_id);
  }, [items]);
  useEffect(() => {
    if (wall) return;
    return keepAtDesk();
  }, [wall]);

  const run = useCallback(() => {
    loadPanel();
    next({ pod_name: podName, ...filters }, ({ task }) => {
      if (task === null) return showToast('No task waits that nobody has claimed');
      onNext(task.turing_task_id);
    });
  }, [loadPanel, next, podName, filters, onNext]);
  const keys = useMemo(
    () =>
      wall
        ? null
        : {
            next: run,
            giveBack: (id: number) => {
              if (!mine.current.includes(id) || leaving.current.has(id)) return;
              leaving.current.add(id);
              giveBack(id)
                .catch(() => undefined)
                .finally(() => leaving.current.delete(id));
            },
          },
    [wall, run, giveBack],
  );
  useQueueKeys(rows, keys, useStep(rows, items, pages));
  return { claimNext: { run, isPending: nextClaim.isPending }, claim };
}

interface QueueKeys {
  readonly next: () => void;
  /** Gives the task of a row back, if the user has claimed it. */
  readonly giveBack: (taskId: number) => void;
}

/**
 * The keys of the queue: N, J, K and G. Enter opens the focused task, as any link. While the panel is open it has J, K
 * and G itself.
 */
function useQueueKeys(
  rows: RefObject<HTMLElement | null>,
  keys: QueueKeys | null,
  step: (by: 1 | -1) => void,
): void {
  const onStep = useEffectEvent(step);
  useEffect(() => {
    if (keys === null) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.repeat) return;
      const key = shortcutOf(event);
      if (key === 'n') keys.next();
      if (document.querySelector('[role=dialog]')) return;
      if (key === 'j') onStep(1);
      if (key === 'k') onStep(-1);
      if (key !== 'g') return;
      const row = document.activeElement?.closest<HTMLElement>('[data-task]');
      if (row && rows.current?.contains(row)) keys.giveBack(Number(row.dataset['task']));
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [rows, keys]);
}

/** Moves the focus to the link of the next task or of the one before, also if that is on another page. */
function useStep(
  rows: RefObject<HTMLElement | null>,
  items: readonly WaitingTask[],
  { page, size, total, onPage }: TaskPages,
) {
  /** Another page, and its task that gets the focus, counted from its beginning or, below 0, from its end. */
  const awaited = useRef<{ readonly page: number; readonly at: number }>(null);
  useEffect(() => {
    if (awaited.current?.page !== page || items.length === 0) return;
    const { at } = awaited.current;
    const links = linksIn(rows.current);
    (links.at(at) ?? links.at(at < 0 ? 0 : -1))?.focus();
    awaited.current = null;
  }, [rows, items, page]);
  return (by: 1 | -1): void => {
    const links = linksIn(rows.current);
    const here = document.activeElement?.closest('[data-task]');
    const at = links.findIndex((link) => link.closest('[data-task]') === here);
    const to = at === -1 ? 0 : at + by;
    const other = page + by;
    if (links[to]) return links[to].focus();
    if (other < 0 || other * size >= total) return;
    if (awaited.current?.page === other) {
      awaited.current = { page: other, at: awaited.current.at + by };
      return;
    }
    awaited.current = { page: other, at: by === 1 ? 0 : -1 };
    onPage(other);
  };
}

function linksIn(list: HTMLElement | null): HTMLElement[] {
  return [...(list?.querySelectorAll<HTMLElement>('[data-task] [data-open] a') ?? [])];
}
