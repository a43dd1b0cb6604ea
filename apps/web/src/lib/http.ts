import type { z } from 'zod';
import { ApiError, errorOfResponse, networkError } from './api-error';
import { logError } from './log';
import { checkAfterMismatch } from './new-version';
import { parseJson } from './parse-json';
import { learnServerTime } from './server-clock';

const MAX_RESPONSES = 20;

/**
 * Cache of the last responses with an `ETag`, by URL, in the memory of this tab: the server forbids
 * the browser to store responses. A request with the ETag gets 304 if nothing changed.
 */
class EtagCache {
  readonly #responses = new Map<string, CachedResponse>();

  get(url: string): CachedResponse | undefined {
    return this.#responses.get(url);
  }

  /** Stores a response that matches its contract, the newest ones alone. */
  keep(url: string, response: Response, body: string): void {
    const etag = response.headers.get('etag');
    this.#responses.delete(url);
    if (etag !== null) this.#responses.set(url, { etag, body });
    const [oldest] = this.#responses.keys();
    if (this.#responses.size > MAX_RESPONSES && oldest !== undefined)
      this.#responses.delete(oldest);
  }
}

/** Values of a query string: an array repeats the parameter, undefined omits it. */
export type Query = Record<
  string,
  string | number | boolean | readonly (string | number)[] | undefined
>;

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Query;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Whether the request outlives its page. */
  keepalive?: boolean;
}

/** Source of the bearer token, and its refresh. */
export interface Credentials {
  accessToken(): string | undefined;
  /** Resolves with a new access token, or undefined if there is none. */
  refresh(spent: string): Promise<string | undefined>;
}

export interface ApiClient {
  /** Sends a request and parses the response. @throws {ApiError} */
  call<T extends z.ZodType>(path: string, schema: T, options?: CallOptions): Promise<z.output<T>>;
  /** The function of a query, spread into its options: a GET that ends with it. */
  read<T extends z.ZodType>(
    path: string,
    schema: T,
    query?: Query,
  ): { queryFn: (context: { readonly signal: AbortSignal }) => Promise<z.output<T>> };
  post: Change;
  put: Change;
  patch: Change;
  delete(path: string, body?: object): Promise<Response>;
  /** Sends a request and returns the response with its unread body. @throws {ApiError} */
  send(path: string, options?: CallOptions): Promise<Response>;
}

/** With a version the change is refused if the item has another one. @throws {ApiError} */
type Change = <T extends z.ZodType>(
  path: string,
  schema: T,
  body?: object,
  version?: string | number,
) => Promise<z.output<T>>;

/**
 * A client of the portal's API below `base`. Every request has the bearer token; after a 401 the
 * request is repeated once with a refreshed token.
 */
export function createApiClient(base: string, credentials: Credentials): ApiClient {
  const etagCache = new EtagCache();

  async function send(path: string, options: CallOptions = {}): Promise<Response> {
    const url = urlOf(base, path, options.query);
    const token = credentials.accessToken();
    let response = await request(url, options, token);
    if (response.status === 401 && token !== undefined) {
      const fresh = await credentials.refresh(token);
      if (fresh !== undefined) response = await request(url, options, fresh);
    }
    // Only a request with an ETag gets 304.
    if (!response.ok && response.status !== 304) {
      const retryAfter = response.headers.get('retry-after');
      throw errorOfResponse(response.status, url, await response.text(), retryAfter);
    }
    return response;
  }

  async function call<T extends z.ZodType>(path: string, schema: T, options: CallOptions = {}) {
    if (options.method !== undefined && options.method !== 'GET') {
      const response = await send(path, options);
      return parseResponse(await response.text(), schema, response.status);
    }
    const url = urlOf(base, path, options.query);
    const cached = etagCache.get(url);
    const headers = { ...(cached && { 'if-none-match': cached.etag }), ...options.headers };
    const response = await send(path, { ...options, headers });
    const body = response.status === 304 && cached ? cached.body : await response.text();
    const parsed = parseResponse(body, schema, response.status);
    etagCache.keep(url, response, body);
    return parsed;
  }

  const changeBy =
    (method: 'POST' | 'PUT' | 'PATCH'): Change =>
    (path, schema, body, version) => {
      const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
      return call(path, schema, { method, body, headers });
    };

  return {
    call,
    send,
    read: (path, schema, query = {}) => ({
      queryFn: ({ signal }) => call(path, schema, { query, signal }),
    }),
    post: changeBy('POST'),
    put: changeBy('PUT'),
    patch: changeBy('PATCH'),
    delete: (path, body) => send(path, { method: 'DELETE', body }),
  };
}

/** `base` + `path` with the query in the given order. */
export function urlOf(base: string, path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return `${base}${path}${text ? `?${text}` : ''}`;
}

/** Parses a body by its schema. @throws {ApiError} if it does not match */
export function parseResponse<T extends z.ZodType>(
  body: string,
  schema: T,
  status: number,
): z.output<T> {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  logError('A response does not match the contract', parsed.error.issues);
  checkAfterMismatch();
  throw new ApiError('The server sent an unexpected response', {
    status,
    code: 'unexpected-response',
  });
}

async function request(url: string, options: CallOptions, token: string | undefined) {
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  try {
    const response = await fetch(url, {
      method: options.method ?? 'GET',
      headers,
      redirect: 'error',
      credentials: 'omit',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
      ...(options.keepalive ? { keepalive: true } : {}),
    });
    learnServerTime(response);
    return response;
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw networkError();
  }
}

interface CachedResponse {
  readonly etag: string;
  readonly body: string;
}
