import { reviewClaimSchema } from '@portal/contracts/review-claims';
import { type NextClaimInput, nextClaimSchema } from '@portal/contracts/task-stats';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../session/api';
import { claimPath, dropClaim, holdClaim } from './held-claims';

/** What shows claims reads these records. */
const CHANGES = { changes: ['review_claim'] } as const;

/** Claims a task, or extends the claim. */
export function useClaimTask() {
  return useMutation({
    mutationFn: (taskId: number) =>
      api.call(claimPath(taskId), reviewClaimSchema, { method: 'PUT' }),
    onSuccess: (_claim, taskId) => holdClaim(taskId),
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

/** Claims the next task of a pod's queue. */
export function useNextClaim() {
  return useMutation({
    mutationFn: (wanted: NextClaimInput) =>
      api.post('/tasks/review-queue/next', nextClaimSchema, wanted),
    onSuccess: ({ task }) => {
      if (task) holdClaim(task.turing_task_id);
    },
    meta: { failed: 'No task could be claimed', ...CHANGES },
  });
}
