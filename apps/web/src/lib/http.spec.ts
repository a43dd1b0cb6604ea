import { fetch as fetchOfNode } from 'undici';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { refusal, stubServer } from '../testing/stub-server';
import { ApiError } from './api-error';
import { createApiClient, urlOf, type Credentials } from './http';

const stub = stubServer();
const answerSchema = z.object({ version: z.string() });
const nobody: Credentials = {
  accessToken: () => undefined,
  refresh: () => Promise.resolve(undefined),
};

/** Credentials that refresh the token 'old' to 'new'. */
function refreshing(): Credentials & { refreshes: number } {
  let token = 'old';
  return {
    refreshes: 0,
    accessToken: () => token,
    refresh() {
      this.refreshes += 1;
      token = 'new';
      return Promise.resolve(token);
    },
  };
}

async function errorOf(work: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof ApiError) return error;
  throw new Error('No ApiError was thrown', { cause: error });
}

describe('api client', () => {
  it('WEB-1 parses a response with the schema of its contract', async () => {
    stub.on('GET /api/v1/about', () => ({ json: { version: '1.2.3', more: true } }));
    const api = createApiClient('/api/v1', nobody);
    await expect(api.call('/about', answerSchema)).resolves.toEqual({ version: '1.2.3' });
  });

  it('WEB-1 refuses a response that does not match the contract', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    stub.on('GET /api/v1/about', () => ({ json: { version: 3 } }));
    stub.on('GET /api/v1/html', () => ({ text: '<html>' }));
    const api = createApiClient('/api/v1', nobody);
    const codes = await Promise.all(
      ['/about', '/html'].map(async (path) => (await errorOf(api.call(path, answerSchema))).code),
    );
    expect(codes).toEqual(['unexpected-response', 'unexpected-response']);
  });

  it('WEB-159 takes nothing from the cache that did not match the contract', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    let version: string | number = 3;
    stub.on('GET /api/v1/about', () => ({ json: { version }, headers: { etag: '"1"' } }));
    const api = createApiClient('/api/v1', nobody);
    await errorOf(api.call('/about', answerSchema));
    version = '3';
    await expect(api.call('/about', answerSchema)).resolves.toEqual({ version });
    const sent = stub.callsOf('GET /api/v1/about').map(({ headers }) => headers['if-none-match']);
    expect(sent).toEqual([undefined, undefined]);
  });

  it('WEB-2 turns a problem into an error with its code, detail and items', async () => {
    const errors = [{ pointer: '/size', detail: 'must be at most 100' }];
    stub.on('GET /api/v1/list', () => ({
      status: 400,
      json: { ...Object(refusal('invalid-input', 400, 'Not valid').json), errors },
    }));
    const error = await errorOf(createApiClient('/api/v1', nobody).send('/list'));
    expect(error).toMatchObject({
      status: 400,
      code: 'invalid-input',
      message: 'Not valid',
      errors,
    });
  });

  it('WEB-2 shows a 404 as "Resource not found" and logs its URL', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    const error = await errorOf(
      createApiClient('/api/v1', nobody).send('/gone', { query: { a: 1 } }),
    );
    expect(error).toMatchObject({ status: 404, code: 'not-found', message: 'Resource not found' });
    expect(log).toHaveBeenCalledWith('Resource not found: /api/v1/gone?a=1');
  });

  it('WEB-2 keeps the detail and the items of a 404 that names items', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const errors = [{ item: '33', pointer: '', detail: 'There is no such pod' }];
    const send = () => errorOf(createApiClient('/api/v1', nobody).send('/bulk'));
    stub.on('GET /api/v1/bulk', () => refusal('not-found', 404, '1 of 2 pods', errors));
    expect(await send()).toMatchObject({ status: 404, message: '1 of 2 pods', errors });
    stub.on('GET /api/v1/bulk', () =>
      refusal('not-found', 404, 'No pod', [{ pointer: '/pod', detail: 'is unknown' }]),
    );
    expect(await send()).toMatchObject({ message: 'Resource not found', errors: [] });
  });

  it('WEB-2 keeps the status of an error without a problem body, and has a code for no response', async () => {
    stub.on('GET /api/v1/proxy', () => ({ status: 502, text: 'Bad gateway' }));
    const api = createApiClient('/api/v1', nobody);
    expect(await errorOf(api.send('/proxy'))).toMatchObject({
      status: 502,
      code: 'unexpected-response',
    });
    const nowhere = createApiClient('http://127.0.0.1:1/api/v1', nobody);
    expect(await errorOf(nowhere.send('/x'))).toMatchObject({ status: 0, code: 'network' });
  });

  it('ADM-40 an error knows when the call may succeed', async () => {
    stub.on('GET /api/v1/list', () => ({
      ...refusal('busy', 409, 'Busy'),
      headers: { 'retry-after': '5' },
    }));
    const before = Date.now();
    const error = await errorOf(createApiClient('/api/v1', nobody).send('/list'));
    const { retryAt = 0 } = error instanceof ApiError ? error : {};
    expect(retryAt).toBeGreaterThanOrEqual(before + 5000);
    expect(retryAt).toBeLessThanOrEqual(Date.now() + 5000);
    stub.on('GET /api/v1/list', () => refusal('busy', 409, 'Busy'));
    const other = await errorOf(createApiClient('/api/v1', nobody).send('/list'));
    expect(other).toMatchObject({ code: 'busy', retryAt: undefined });
  });

  it('WEB-3 sends the bearer token and repeats a 401 once with a refreshed one', async () => {
    stub.on('GET /api/v1/about', ({ headers }) =>
      headers.authorization === 'Bearer new'
        ? { json: { version: '1' } }
        : refusal('token-expired', 401, 'Expired'),
    );
    const credentials = refreshing();
    const api = createApiClient('/api/v1', credentials);
    await expect(api.call('/about', answerSchema)).resolves.toEqual({ version: '1' });
    expect(credentials.refreshes).toBe(1);
    expect(stub.calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
  });

  it('WEB-3 does not repeat after a second 401, and does not refresh without a token', async () => {
    stub.on('GET /api/v1/about', () => refusal('unauthenticated', 401, 'Sign in'));
    const credentials = refreshing();
    expect((await errorOf(createApiClient('/api/v1', credentials).send('/about'))).status).toBe(
      401,
    );
    expect(stub.calls).toHaveLength(2);
    await errorOf(createApiClient('/api/v1', nobody).send('/about'));
    expect(stub.calls).toHaveLength(3);
  });

  it('WEB-1 repeats array parameters and omits undefined ones', () => {
    const query = { batch_ids: [3, 1], end_date: undefined, search: 'a&b' };
    expect(urlOf('/api/v1', '/x', query)).toBe('/api/v1/x?batch_ids=3&batch_ids=1&search=a%26b');
  });
});

describe('the ETag cache', () => {
  // happy-dom's fetch has its own cache and handles 304 only for that; these specs use Node's
  // fetch.
  beforeEach(() => void vi.stubGlobal('fetch', fetchOfNode));
  afterEach(() => void vi.unstubAllGlobals());

  it('WEB-41 sends the ETag of a cached response, and reuses the body on 304', async () => {
    let version = '1';
    stub.on('GET /api/v1/about', ({ headers }) => {
      const tag = `W/"${version}"`;
      return headers['if-none-match'] === tag
        ? { status: 304, text: '', headers: { etag: tag } }
        : { json: { version }, headers: { etag: tag } };
    });
    const api = createApiClient(`${window.location.origin}/api/v1`, nobody);
    const ask = async (query = {}) => (await api.call('/about', answerSchema, { query })).version;
    const tags = () => stub.calls.map(({ headers }) => headers['if-none-match']);
    expect([await ask(), await ask(), await ask()]).toEqual(['1', '1', '1']);
    version = '2';
    expect([await ask(), await ask()]).toEqual(['2', '2']);
    expect(tags()).toEqual([undefined, 'W/"1"', 'W/"1"', 'W/"1"', 'W/"2"']);
    await ask({ other: 1 });
    expect(tags().at(-1)).toBeUndefined();
    version = '3';
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['3', '3', '3']);
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(['3', '3', '3']);
  });

  it('WEB-41 caches the last twenty responses, and none without an ETag', async () => {
    stub.on('GET /api/v1/about', ({ url }) => ({
      json: { version: url },
      ...(!url.endsWith('bare') && { headers: { etag: 'W/"1"' } }),
    }));
    const api = createApiClient(`${window.location.origin}/api/v1`, nobody);
    const ask = (page: number | string) => api.call('/about', answerSchema, { query: { page } });
    for (let page = 0; page < 21; page += 1) await ask(page);
    for (const page of [0, 20, 'bare', 'bare']) await ask(page);
    expect(stub.calls).toHaveLength(25);
    const asked = stub.calls.slice(21).map(({ headers }) => headers['if-none-match']);
    expect(asked).toEqual([undefined, 'W/"1"', undefined, undefined]);
  });
});
