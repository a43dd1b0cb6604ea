import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Api } from '../support/api.js';

const JSON_TYPE = 'application/json; charset=utf-8';
const PROBLEM_TYPE = 'application/problem+json';

const problem = (codes: string[]) => ({
  content: {
    [PROBLEM_TYPE]: {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { properties: { code: { enum: codes } } },
        ],
      },
    },
  },
});
const about = {
  type: 'object',
  properties: { version: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
  required: ['version'],
  additionalProperties: false,
};
const ok = { content: { 'application/json': { schema: about } } };
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/api/v1/about': { get: { responses: { 200: ok, 404: problem(['not-found']) } } },
    '/api/v1/things/{id}': { get: { responses: { 202: {}, 204: {} } } },
    '/api/v1/things/last': { get: { responses: { 200: ok } } },
  },
  components: {
    schemas: { Problem: { type: 'object', required: ['code'], properties: { code: {} } } },
  },
};

/** The next response of the fake portal. */
let answer = { status: 200, type: JSON_TYPE, body: '{}' };
let portal: Server;
let api: Api;

beforeAll(async () => {
  portal = createServer((request, response) => {
    const isDocument = request.url === '/api/openapi.json';
    response.writeHead(isDocument ? 200 : answer.status, {
      'content-type': isDocument ? JSON_TYPE : answer.type,
    });
    response.end(isDocument ? JSON.stringify(DOCUMENT) : answer.body);
  });
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve));
  api = new Api(`http://127.0.0.1:${(portal.address() as AddressInfo).port}`);
});
afterAll(() => new Promise((resolve) => portal.close(resolve)));

function asked(path: string, status: number, type: string, body: unknown): Promise<number> {
  answer = { status, type, body: typeof body === 'string' ? body : JSON.stringify(body) };
  return api.get(path).then((got) => got.status);
}

describe('the client of the system tests', () => {
  it('API-5 accepts a described response', async () => {
    const body = { version: '1', at: '2026-01-01T00:00:00Z' };
    expect(await asked('/about?x=1', 200, JSON_TYPE, body)).toBe(200);
    expect(await asked('/about', 404, PROBLEM_TYPE, { code: 'not-found' })).toBe(404);
    expect(await asked('/things/7', 204, 'text/plain', '')).toBe(204);
    expect(await asked('/things/last/', 200, JSON_TYPE, { version: '1' })).toBe(200);
    expect(await asked('/nowhere', 404, PROBLEM_TYPE, { code: 'not-found' })).toBe(404);
  });

  it.each([
    ['a field too many', '/about', 200, JSON_TYPE, { version: '1', secret: 2 }],
    ['a field too few', '/about', 200, JSON_TYPE, {}],
    ['a wrong format', '/about', 200, JSON_TYPE, { version: '1', at: 'yesterday' }],
    ['another status', '/about', 201, JSON_TYPE, { version: '1' }],
    ['another type', '/about', 200, 'text/html', '<p>1</p>'],
    ['another problem', '/about', 404, PROBLEM_TYPE, { code: 'conflict' }],
    ['a problem in plain JSON', '/nowhere', 404, JSON_TYPE, { code: 'not-found' }],
    ['a body where there is none', '/things/7', 202, JSON_TYPE, { version: '1' }],
    ['a word taken for a parameter', '/things/last', 204, 'text/plain', ''],
    ['an answer of a route that is not there', '/nowhere', 200, JSON_TYPE, { version: '1' }],
  ])('API-5 fails on %s', async (_what, path, status, type, body) => {
    await expect(asked(path, status, type, body)).rejects.toThrow(`→ ${status}`);
  });
});
