import type { AnswerBody, AnswerOptions } from '../openapi/answers.js';

/** Of the `Answers` of a route that sends what is kept. */
export const KEPT: AnswerOptions = { headers: { etag: 'Of this answer; see If-None-Match' } };

/** Its second one. */
export const UNCHANGED: [string, AnswerBody, AnswerOptions] = [
  'What If-None-Match names is still right',
  null,
  { status: 304 },
];
