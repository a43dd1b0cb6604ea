import {
  myReviewsSchema,
  type NextClaimInput,
  reviewChoicesSchema,
  reviewQueueSchema,
} from '@portal/contracts/task-stats';
import { queryOptions } from '@tanstack/react-query';
import { type LiveUpdates, useLiveQuery } from '../../live/live-query';
import { api } from '../../session/api';

export interface QueuePage {
  /** From 1. */
  readonly page: number;
  readonly size: number;
  readonly filters: Omit<NextClaimInput, 'pod_name'>;
}

/**
 * One page of the tasks of a pod that wait for a first review, the claimed ones of the user and then the oldest
 * first; fetched again after a push, and when somebody claims a task.
 */
export function useReviewQueue(
  podName: string,
  { page, size, filters }: QueuePage,
  updates: LiveUpdates,
) {
  return useLiveQuery(updates, reviewQueueOptions(podName, { page, size, filters }));
}

export function reviewQueueOptions(podName: string, { page, size, filters }: QueuePage) {
  return queryOptions({
    meta: { reads: ['review_claim'] },
    queryKey: ['review-queue', podName, page, size, filters],
    ...api.read('/tasks/review-queue', reviewQueueSchema, {
      pod_name: podName,
      ...filters,
      ...{ page, size },
    }),
  });
}

/** Minimum time between two fetches of the choices, in milliseconds: the server reads all tasks that wait for them. */
const CHOICES_MS = 30_000;

/** What the filters of the queue can select. */
export function useReviewChoices(podName: string, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: ['review-choices', podName],
    ...api.read('/tasks/review-queue/choices', reviewChoicesSchema, { pod_name: podName }),
    throttle: CHOICES_MS,
  });
}

/** Two instants, RFC 3339; the second is excluded. */
interface Period {
  readonly start: string;
  readonly end: string;
}

/** The user's own reviews in a project by hour; fetched again after a push. */
export function useMyReviews(projectId: number, { start, end }: Period, updates: LiveUpdates) {
  return useLiveQuery(updates, {
    queryKey: ['my-reviews', projectId, start, end],
    ...api.read('/tasks/my-reviews', myReviewsSchema, {
      project_id: projectId,
      start_datetime: start,
      end_datetime: end,
    }),
  });
}
