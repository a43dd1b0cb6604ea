import type { ResponseBody, ResponseOptions } from '../http/routes/api-operation.js';
import { STAMP_HEADERS } from '../http/output/stamp-headers.js';

/** Options of the `ApiResponse` of a cached route. */
export const CACHED: ResponseOptions = {
  headers: { etag: 'Version of the response, for If-None-Match', ...STAMP_HEADERS },
};

/** Its second `ApiResponse`, for 304. */
export const NOT_MODIFIED: [string, ResponseBody, ResponseOptions] = [
  'Not modified: the ETag in If-None-Match is current',
  null,
  { status: 304, headers: STAMP_HEADERS },
];
