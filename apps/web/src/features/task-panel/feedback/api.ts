import {
  type FeedbackInput,
  type FeedbackUpdate,
  shownFeedbackSchema,
} from '@portal/contracts/feedback';
import { IDEMPOTENCY_KEY_HEADER } from '@portal/contracts/idempotency';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { detailOf } from '../../../lib/api-error';
import { sentBackHere } from '../../../entities/claims/sent-back';
import { api } from '../../../session/api';
import { showToast } from '../../../ui/toast-store';

const pathOf = (taskId: number) => `/tasks/${taskId}/feedback`;
const changesOf = (taskId: number) =>
  ({ changes: ['task'], refetches: [['task', taskId], ...LISTS] }) as const;
/** The lists that show the last review of each task. */
const LISTS = [['own-tasks'], ['user-tasks']] as const;

export interface NewFeedback extends FeedbackInput {
  /** The server does once what it gets twice with one key. */
  readonly key: string;
}

/** Tells of a failure that its form cannot show, because the panel was closed or shows another task. */
function useFailureWithoutForm(text: string): (error: Error) => void {
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  return (error) => {
    if (!isOpen.current) showToast(`${text}: ${detailOf(error, 'try again')}`, { type: 'error' });
  };
}

/**
 * Writes feedback. The form shows why it is refused.
 * @param sent called also if the form is gone
 */
export function useGiveFeedback(taskId: number, sent: (feedback: NewFeedback) => void) {
  const tellFailure = useFailureWithoutForm(`The feedback on task ${taskId} was not sent`);
  return useMutation({
    // Before the answer: the task may leave the queue earlier.
    onMutate: ({ rework }) => {
      if (rework) sentBackHere.add(taskId);
    },
    onError: (error) => {
      sentBackHere.delete(taskId);
      tellFailure(error);
    },
    onSuccess: (_shown, feedback) => {
      showToast(feedback.rework ? 'Task sent back' : 'Feedback sent', { type: 'success' });
      sent(feedback);
    },
    mutationFn: ({ key, ...body }: NewFeedback) =>
      api.call(pathOf(taskId), shownFeedbackSchema, {
        method: 'POST',
        body,
        headers: { [IDEMPOTENCY_KEY_HEADER]: key },
      }),
    meta: changesOf(taskId),
  });
}

/** Changes the words and the reasons of feedback. The form shows why it is refused. */
export function useEditFeedback(taskId: number, id: number) {
  const onError = useFailureWithoutForm(`The feedback on task ${taskId} was not changed`);
  return useMutation({
    onError,
    mutationFn: (changed: FeedbackUpdate) =>
      api.patch(`${pathOf(taskId)}/${id}`, shownFeedbackSchema, changed),
    meta: { succeeded: 'Feedback changed', ...changesOf(taskId) },
  });
}

/**
 * Asks for another look. The form shows why it is refused.
 * @param sent called also if the form is gone
 */
export function useAppeal(taskId: number, id: number, sent: (words: string) => void) {
  const onError = useFailureWithoutForm(`The appeal for task ${taskId} was not sent`);
  return useMutation({
    onError,
    onSuccess: (_shown, words) => sent(words),
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
