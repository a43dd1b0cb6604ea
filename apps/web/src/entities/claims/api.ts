import { reviewClaimSchema } from '@portal/contracts/review-claims';
import { type NextClaimInput, nextClaimSchema } from '@portal/contracts/task-stats';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../session/api';

const pathOf = (taskId: number) => `/tasks/${taskId}/claim`;
/** What shows claims reads these records. */
const CHANGES = { changes: ['review_claim'] } as const;

/** Claims a task, or extends the claim. */
export function useClaimTask() {
  return useMutation({
    mutationFn: (taskId: number) => api.call(pathOf(taskId), reviewClaimSchema, { method: 'PUT' }),
    meta: { failed: 'The task could not be claimed', ...CHANGES },
  });
}

export function useGiveBack() {
  return useMutation({
    mutationFn: giveBack,
    meta: { failed: 'The task could not be given back', succeeded: 'Given back', ...CHANGES },
  });
}

/** Gives a task back without a word, as the reviewer leaves. */
export function giveBack(taskId: number): Promise<Response> {
  return api.delete(pathOf(taskId));
}

export function useAskForTask() {
  return useMutation({
    mutationFn: (taskId: number) => api.send(`${pathOf(taskId)}/request`, { method: 'POST' }),
    meta: { failed: 'The reviewer could not be asked', succeeded: 'Asked', ...CHANGES },
  });
}

/** Claims the next task of a pod's queue. */
export function useNextClaim() {
  return useMutation({
    mutationFn: (wanted: NextClaimInput) =>
      api.post('/tasks/review-queue/next', nextClaimSchema, wanted),
    meta: { failed: 'No task could be claimed', ...CHANGES },
  });
}
