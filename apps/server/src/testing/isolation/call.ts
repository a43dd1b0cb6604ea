/** A request that changes nothing. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below /api/v1. */
  readonly path: string;
  readonly body?: unknown;
}

/** What a caller gets to see of a response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | null>>;
  readonly text: string;
}

const HEADERS = [
  'etag',
  'content-type',
  'location',
  'x-revision',
  'x-total-count',
  'x-total-is-estimate',
];
/** These differ between two requests or databases. */
const OF_THE_REQUEST =
  /"(?:instance|last_used_at|epoch|execution_time_ms)":(?:"[^"]*"|null|[\d.]+)/g;
/** An `ETag` with the epoch, the revision and a hash of the body, which has the epoch, too. */
const STAMPED_TAG = /^W\/"[0-9a-f]*-(\d+)-.*"$/;

/** Sends the call with a version that no item has, so that a permitted change is a 409. */
export async function answerTo(baseUrl: string, token: string, call: Call): Promise<Answer> {
  const response = await fetch(`${baseUrl}/api/v1${call.path}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...((call.method === 'PATCH' || call.method === 'DELETE') && { 'if-match': '"stale"' }),
      ...(call.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
  });
  return {
    status: response.status,
    headers: Object.fromEntries(
      HEADERS.map((name) => [
        name,
        response.headers.get(name)?.replace(STAMPED_TAG, 'W/"$1"') ?? null,
      ]),
    ),
    text: (await response.text()).replaceAll(OF_THE_REQUEST, ''),
  };
}
