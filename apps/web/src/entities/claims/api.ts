import { reviewClaimSchema } from '@portal/contracts/review-claims';
import { type NextClaimInput, nextClaimSchema } from '@portal/contracts/task-stats';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refetchReaders } from '../../lib/invalidate';
import { useLiveStore } from '../../live/live-store';
import { api } from '../../session/api';
import { askForClaim, claimPath, dropClaim } from './held-claims';

/** What shows claims reads these records. */
const CHANGES = { changes: ['review_claim'] } as const;

/** Claims a task, or extends the claim. */
export function useClaimTask() {
  return useMutation({
    mutationFn: (taskId: number) =>
      api.call(claimPath(taskId), reviewClaimSchema, { method: 'PUT' }),
    onMutate: askForClaim,
    onSuccess: (_claim, taskId, claimed) => claimed(taskId),
    meta: { failed: 'The task could not be claimed', ...CHANGES },
  });
}

export function useGiveBack() {
  return useMutation({
    mutationFn: (taskId: number) => api.delete(claimPath(taskId)),
    onSuccess: (_given, taskId) => dropClaim(taskId),
    meta: { failed: 'The task could not be given back', succeeded: 'Given back', ...CHANGES },
  });
}

export function useAskForTask() {
  return useMutation({
    mutationFn: (taskId: number) => api.send(`${claimPath(taskId)}/request`, { method: 'POST' }),
    meta: { failed: 'The reviewer could not be asked', succeeded: 'Asked', ...CHANGES },
  });
}

/**
 * Claims the next task of a pod's queue. It ends with the answer: the task opens before the queue is there again. A
 * live connection tells of a claim, so that the queue is fetched again once.
 */
export function useNextClaim() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wanted: NextClaimInput) =>
      api.post('/tasks/review-queue/next', nextClaimSchema, wanted),
    onMutate: askForClaim,
    onSuccess: ({ task }, _wanted, claimed) => {
      if (task) claimed(task.turing_task_id);
    },
    onSettled: (answer) => {
      const { connection } = useLiveStore.getState();
      const isTold = connection.kind === 'live' && Boolean(answer?.task);
      if (!isTold) void refetchReaders(client, CHANGES.changes);
    },
    meta: { failed: 'No task could be claimed' },
  });
}
