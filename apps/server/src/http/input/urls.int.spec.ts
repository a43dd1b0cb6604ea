import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProbe } from '../../testing/probe.js';
import { get, post, problemIn } from '../../testing/requests.js';
import type { TestServer } from '../../testing/test-server.js';

let server: TestServer;
let url: string;

beforeAll(async () => {
  server = await startProbe();
  url = `${server.baseUrl}/api/v1/probe`;
});
afterAll(() => server.stop());

describe('refusals of a URL', () => {
  it('ERR-2 list each invalid parameter of a URL by name', async () => {
    const query = await problemIn(await get(`${url}/1?size=1000&nonsense=1`));
    expect(query.errors?.map(({ pointer }) => pointer).sort()).toEqual(['nonsense', 'size']);
    const path = await problemIn(await get(`${url}/abc`));
    expect(path.errors).toMatchObject([{ pointer: 'id' }]);
    expect(await (await get(`${url}/7`)).json()).toEqual({ id: 7, size: 10 });
  });

  it('ERR-19 name a query parameter that is given twice', async () => {
    const refused = await get(`${url}/7?size=5&size=6`);
    expect(refused.status).toBe(400);
    expect(await problemIn(refused)).toMatchObject({
      code: 'invalid-input',
      errors: [{ pointer: 'size', detail: 'must be given only once' }],
    });
    // A list may be given in parts, and an error of one part is its own.
    expect(await (await get(`${url}/7?ids=5&ids=6`)).json()).toMatchObject({ ids: [5, 6] });
    const part = await problemIn(await get(`${url}/7?ids=5&ids=x`));
    expect(part.errors).toEqual([{ pointer: 'ids/1', detail: 'must be a whole number' }]);
    const many = await problemIn(await get(`${url}/7?${'ids=5&'.repeat(1001)}`));
    expect(many.errors?.map(({ pointer }) => pointer)).toEqual(['ids']);
    expect(many.errors?.[0]?.detail).toContain('1000');
  });

  it('ERR-4 report unknown paths and invalid URLs', async () => {
    const unknown = ['/api/v1/probe/1/2', '/api/nothing', '/health/nothing', '/socket.io/x'];
    for (const path of unknown) {
      expect((await problemIn(await get(server.baseUrl + path))).code).toBe('not-found');
    }
    const malformed = await get(`${server.baseUrl}/%zz`);
    expect(malformed.status).toBe(400);
    expect((await problemIn(malformed)).code).toBe('invalid-input');
  });

  it('ERR-4 report a query that is not UTF-8, by parameter', async () => {
    const detail = 'is not percent-encoded UTF-8';
    const refused = await get(`${url}/7?size=5&si%7Ae=%FF&%ff=1&x=%ED%A0%80&y=%C3%A9&z=100%`);
    expect(refused.status).toBe(400);
    expect(refused.headers.get('x-request-id')).not.toBeNull();
    expect(await problemIn(refused)).toMatchObject({
      code: 'invalid-input',
      errors: ['size', '%ff', 'x', 'z'].map((pointer) => ({ pointer, detail })),
    });
    expect(await (await get(`${url}/7?s%69ze=%31%31`)).json()).toEqual({ id: 7, size: 11 });
    // A page of the client parses its URL itself.
    expect((await get(`${server.baseUrl}/?x=%FF`)).status).not.toBe(400);
  });

  it('ERR-9 list the allowed methods of a URL for another method', async () => {
    const refused = async (path: string, method: string): Promise<[string | null, string]> => {
      const answer = await fetch(server.baseUrl + path, { method });
      const { code } = await problemIn(answer);
      return [answer.headers.get('allow'), `${answer.status} ${code}`];
    };
    const refusal = '405 method-not-allowed';
    expect(await refused('/api/v1/probe', 'PUT')).toEqual(['POST', refusal]);
    expect(await refused('/api/v1/probe/', 'GET')).toEqual(['POST', refusal]);
    expect(await refused('/api/v1/probe/7?x=1', 'DELETE')).toEqual(['GET, HEAD', refusal]);
    expect(await refused('/api/v1/probe/7/8', 'DELETE')).toEqual([null, '404 not-found']);
    expect((await get(`${url}/7`)).status).toBe(200);
  });

  it('ERR-4 report a path with an empty segment as not found, for any method', async () => {
    for (const method of ['GET', 'PUT']) {
      for (const path of ['/api/v1/probe//', '/api/v1/probe//broken']) {
        const answer = await fetch(server.baseUrl + path, { method });
        expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 404, null]);
        expect((await problemIn(answer)).code).toBe('not-found');
      }
    }
  });

  it('ERR-13 list each unknown parameter and field of a call without input', async () => {
    const problem = await problemIn(await post(`${url}/7/mark?x=1&__proto__=2&x=3`, {}));
    expect(problem).toMatchObject({
      code: 'invalid-input',
      detail: 'The query parameters x, __proto__ are not valid',
    });
    const detail = 'is not known';
    expect(problem.errors).toEqual(['x', '__proto__'].map((pointer) => ({ pointer, detail })));

    const body = await problemIn(await post(`${url}/7/mark`, { 'a/b': 1, list: [] }));
    expect(body).toMatchObject({ code: 'invalid-input', detail: 'The body is not valid' });
    expect(body.errors).toEqual(['/a~1b', '/list'].map((pointer) => ({ pointer, detail })));
    const list = await post(`${url}/7/mark`, [1]);
    expect((await problemIn(list)).errors).toMatchObject([{ pointer: '' }]);

    const form = new FormData();
    form.append('x', '1');
    expect((await fetch(`${url}/7/mark`, { method: 'POST', body: form })).status).toBe(415);

    for (const nothing of [{}, null]) {
      expect(await (await post(`${url}/7/mark`, nothing)).json()).toEqual({ id: 7 });
    }
    expect((await fetch(`${url}/7/mark?`, { method: 'POST' })).status).toBe(201);
  });
});
