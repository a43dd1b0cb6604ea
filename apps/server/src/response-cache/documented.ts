import type { ResponseBody, ResponseOptions } from '../openapi/api-operation.js';

/** Of the `ApiResponse` of a route that sends what is kept. */
export const KEPT: ResponseOptions = { headers: { etag: 'Of this answer; see If-None-Match' } };

/** Its second one. */
export const UNCHANGED: [string, ResponseBody, ResponseOptions] = [
  'What If-None-Match names is still right',
  null,
  { status: 304 },
];
