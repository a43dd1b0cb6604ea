import type { NextClaimInput, WaitingTask } from '@portal/contracts/task-stats';
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { useClaimTask, useGiveBack, useNextClaim } from '../../../entities/claims/api';
import { giveBackHeld } from '../../../entities/claims/held-claims';
import { TASK_PARAMS, useSiblings } from '../../../entities/tasks/open-task';
import { useUrlState } from '../../../lib/url-state';
import { useDialog } from '../../../ui/dialogs/use-dialog';
import { lazyPart } from '../../../ui/lazy-part';
import { showToast } from '../../../ui/toast-store';
import { useQueueKeys } from './use-queue-keys';

const ShortcutsDialog = lazyPart(async () => (await import('./shortcuts-dialog')).ShortcutsDialog);

interface Shown {
  readonly podName: string;
  readonly filters: Omit<NextClaimInput, 'pod_name'>;
  readonly items: readonly WaitingTask[];
  /** Nobody claims on a wall screen. */
  readonly wall: boolean;
}

/** Claiming in the queue, by buttons and keys. Leaving the desk gives back what this tab has claimed. */
export function useClaiming(
  rows: RefObject<HTMLElement | null>,
  { podName, filters, items, wall }: Shown,
) {
  const [, setUrl] = useUrlState(TASK_PARAMS);
  const setSiblings = useSiblings((state) => state.setIds);
  const { dialog, open } = useDialog();
  const { mutate: next, isPending } = useNextClaim();
  const { mutate: claim } = useClaimTask();
  const { mutate: giveBack } = useGiveBack();
  const mine = useRef<readonly number[]>([]);
  useEffect(() => {
    mine.current = items.filter((task) => task.claim?.is_mine).map((task) => task.turing_task_id);
  }, [items]);
  useEffect(() => {
    if (wall) return;
    return giveBackHeld;
  }, [wall]);

  const run = useCallback(() => {
    if (isPending) return;
    next(
      { pod_name: podName, ...filters },
      {
        onSuccess: ({ task }) => {
          if (task === null) return showToast('No task waits that nobody has claimed');
          const ids = items.map((item) => item.turing_task_id);
          const id = task.turing_task_id;
          setSiblings(ids.includes(id) ? ids : [id, ...ids]);
          setUrl({ task: id });
        },
      },
    );
  }, [next, isPending, podName, filters, items, setSiblings, setUrl]);
  const help = useCallback(() => open((close) => <ShortcutsDialog onClose={close} />), [open]);
  const keys = useMemo(
    () =>
      wall
        ? null
        : {
            ...{ next: run, help },
            giveBack: (id: number) => {
              if (mine.current.includes(id)) giveBack(id);
            },
          },
    [wall, run, help, giveBack],
  );
  useQueueKeys(rows, keys);
  return { claimNext: { run, isPending }, claim, help, dialog };
}
