import { IDEMPOTENCY_KEY_HEADER, REPLAYED_HEADER } from '@portal/contracts/idempotency';
import { problemSchema } from '@portal/contracts/problem';

export interface Keyed {
  readonly url: string;
  readonly token: string;
  readonly key?: string;
  readonly body?: unknown;
  readonly form?: FormData;
  readonly signal?: AbortSignal;
}

/** What a client sees of an answer. */
export interface Seen {
  readonly status: number;
  readonly isReplay: boolean;
  readonly location: string | null;
  readonly etag: string | null;
  readonly retryAfter: string | null;
  readonly text: string;
  /** Of a problem. */
  readonly code: string | undefined;
}

/** A POST with an `Idempotency-Key`. */
export async function post({ url, token, key, body, form, signal }: Keyed): Promise<Seen> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      prefer: 'respond-async',
      ...(key !== undefined && { [IDEMPOTENCY_KEY_HEADER]: key }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
    ...(signal && { signal }),
  });
  return seenOf(answer);
}

export async function seenOf(answer: Response): Promise<Seen> {
  const { headers, status } = answer;
  const text = await answer.text();
  const isProblem = headers.get('content-type')?.startsWith('application/problem+json') ?? false;
  return {
    status,
    isReplay: headers.get(REPLAYED_HEADER) === 'true',
    location: headers.get('location'),
    etag: headers.get('etag'),
    retryAfter: headers.get('retry-after'),
    text,
    code: isProblem ? problemSchema.parse(JSON.parse(text)).code : undefined,
  };
}
