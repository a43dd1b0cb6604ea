import { POD } from './matrix-world.js';
import { type RouteCase, to, within } from './route-case.js';

const PERIOD = 'start_datetime=2026-01-05T00:00:00Z&end_datetime=2026-01-12T00:00:00Z';

/** Statistics of many users leave out hidden users instead of refusing the request. */
export const STATS_CASES: readonly RouteCase[] = [
  {
    route: 'GET /tasks/pod-stats',
    request: () => ({ path: `/tasks/pod-stats?${PERIOD}` }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/pod-review-stats',
    request: () => ({ path: `/tasks/pod-review-stats?${PERIOD}` }),
    answers: to(200),
  },
  {
    route: 'GET /tasks/by-user/:email',
    request: ({ subject }) => ({ path: `/tasks/by-user/${subject.email}?${PERIOD}` }),
    answers: within(200, { trainer: 404 }),
  },
  {
    route: 'GET /tasks/by-user/:email/scores',
    request: ({ subject }) => ({ path: `/tasks/by-user/${subject.email}/scores?${PERIOD}` }),
    answers: within(200, { trainer: 404 }),
  },
  {
    route: 'GET /tasks/review-queue',
    request: () => ({ path: `/tasks/review-queue?pod_name=${POD}` }),
    answers: within(200, { trainer: 403 }),
  },
  {
    route: 'GET /tasks/review-queue/choices',
    request: () => ({ path: `/tasks/review-queue/choices?pod_name=${POD}` }),
    answers: within(200, { trainer: 403 }),
  },
  {
    route: 'GET /tasks/my-reviews',
    request: () => ({ path: `/tasks/my-reviews?${PERIOD}` }),
    answers: to(200),
  },
  {
    route: 'GET /pods/:podName/weekly-progress',
    request: () => ({ path: `/pods/${POD}/weekly-progress` }),
    answers: within(200),
  },
  {
    route: 'GET /pods/:podName/activity',
    request: () => ({ path: `/pods/${POD}/activity` }),
    answers: within(200),
  },
  {
    route: 'GET /pods/:podName/weekly-progress/history',
    request: () => ({ path: `/pods/${POD}/weekly-progress/history` }),
    answers: within(200),
  },
];
