import type { z } from 'zod';
import { ApiError, errorOfAnswer, networkError } from './api-error';
import { HeldAnswers } from './held-answers';
import { logError } from './log';

/** Values of a query string: a list is repeated, undefined is left out. */
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
}

/** Where a client finds the bearer token, and how it gets a fresh one. */
export interface Credentials {
  accessToken(): string | undefined;
  /** Resolves to a fresh access token, or undefined when there is none to be had. */
  refresh(spent: string): Promise<string | undefined>;
}

export interface ApiClient {
  /** Calls and parses the answer. @throws {ApiError} */
  call<T extends z.ZodType>(path: string, answer: T, options?: CallOptions): Promise<z.output<T>>;
  /** Calls and leaves the answer's body to the caller. @throws {ApiError} */
  send(path: string, options?: CallOptions): Promise<Response>;
}

/**
 * A client of the portal's API below `base`. Every request carries the bearer token; one that is
 * refused with 401 is repeated once with a refreshed token.
 */
export function createApiClient(base: string, credentials: Credentials): ApiClient {
  const held = new HeldAnswers();

  async function send(path: string, options: CallOptions = {}): Promise<Response> {
    const url = urlOf(base, path, options.query);
    const token = credentials.accessToken();
    let response = await request(url, options, token);
    if (response.status === 401 && token !== undefined) {
      const fresh = await credentials.refresh(token);
      if (fresh !== undefined) response = await request(url, options, fresh);
    }
    // 304 answers only those who asked by a tag.
    if (!response.ok && response.status !== 304) {
      throw errorOfAnswer(response.status, url, await response.text());
    }
    return response;
  }

  async function call<T extends z.ZodType>(path: string, answer: T, options: CallOptions = {}) {
    if (options.method !== undefined && options.method !== 'GET') {
      const response = await send(path, options);
      return parseAnswer(await response.text(), answer, response.status);
    }
    const url = urlOf(base, path, options.query);
    const asked = held.get(url);
    const headers = { ...(asked && { 'if-none-match': asked.tag }), ...options.headers };
    const response = await send(path, { ...options, headers });
    return parseAnswer(await held.bodyOf(url, response, asked), answer, response.status);
  }

  return { call, send };
}

/** `base` + `path` with the query appended in the given order. */
export function urlOf(base: string, path: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
  }
  const text = search.toString();
  return `${base}${path}${text ? `?${text}` : ''}`;
}

/** The body as the contract has it. @throws {ApiError} when it is anything else */
export function parseAnswer<T extends z.ZodType>(
  body: string,
  schema: T,
  status: number,
): z.output<T> {
  const parsed = schema.safeParse(parseJson(body));
  if (parsed.success) return parsed.data;
  logError('An answer does not follow the contract', parsed.error.issues);
  throw new ApiError('The server gave an unexpected answer', { status, code: 'unexpected-answer' });
}

async function request(url: string, options: CallOptions, token: string | undefined) {
  const headers = new Headers({ accept: 'application/json', ...options.headers });
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(url, {
      method: options.method ?? 'GET',
      headers,
      redirect: 'error',
      credentials: 'omit',
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
      ...(options.signal ? { signal: options.signal } : {}),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw networkError();
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
