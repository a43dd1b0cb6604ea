import { type FeedbackInput, shownFeedbackSchema } from '@portal/contracts/feedback';
import { IDEMPOTENCY_KEY_HEADER } from '@portal/contracts/idempotency';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../session/api';

const pathOf = (taskId: number) => `/tasks/${taskId}/feedback`;
const changesOf = (taskId: number) =>
  ({ changes: ['task'], refetches: [['task', taskId], ...LISTS] }) as const;
/** The lists that show the last review of each task. */
const LISTS = [['own-tasks'], ['user-tasks']] as const;

export interface NewFeedback extends FeedbackInput {
  /** The server does once what it gets twice with one key. */
  readonly key: string;
}

/** Writes feedback. The form shows why it is refused. */
export function useGiveFeedback(taskId: number) {
  return useMutation({
    mutationFn: ({ key, ...body }: NewFeedback) =>
      api.call(pathOf(taskId), shownFeedbackSchema, {
        method: 'POST',
        body,
        headers: { [IDEMPOTENCY_KEY_HEADER]: key },
      }),
    meta: { succeeded: 'Feedback sent', ...changesOf(taskId) },
  });
}

/** Changes the words of feedback. The form shows why it is refused. */
export function useEditFeedback(taskId: number, id: number) {
  return useMutation({
    mutationFn: (words: string) =>
      api.patch(`${pathOf(taskId)}/${id}`, shownFeedbackSchema, { words }),
    meta: { succeeded: 'Feedback changed', ...changesOf(taskId) },
  });
}

/** Asks for another look. The form shows why it is refused. */
export function useAppeal(taskId: number, id: number) {
  return useMutation({
    mutationFn: (words: string) =>
      api.call(`${pathOf(taskId)}/${id}/appeal`, shownFeedbackSchema, {
        method: 'POST',
        body: { words },
      }),
    meta: { succeeded: 'Appeal sent', ...changesOf(taskId) },
  });
}

export function useWithdrawFeedback(taskId: number, id: number) {
  return useMutation({
    mutationFn: () => api.delete(`${pathOf(taskId)}/${id}`),
    meta: {
      failed: 'The feedback could not be withdrawn',
      succeeded: 'Feedback withdrawn',
      ...changesOf(taskId),
    },
  });
}

/** Says that the user of the task has opened it. The panel goes on to mark what was new. */
export function useMarkRead(taskId: number) {
  return useMutation({
    mutationFn: () => api.send(`${pathOf(taskId)}/read`, { method: 'POST' }),
    meta: { refetches: LISTS },
  });
}
