import { Validator } from '@seriousme/openapi-schema-validator';
import { VERSION } from '@portal/contracts/version';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { RouteAudit } from '../../http/routes/route-audit.js';
import '../../http/routes/served-routes.js';
import { buildWorld } from '@portal/testing/world';
import { get, problemIn } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { ApiDocument } from './api-document.js';

const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  description: z.string(),
  tags: z.array(z.string()).length(1),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(
    z.looseObject({ in: z.string(), name: z.string(), required: z.boolean().optional() }),
  ),
  requestBody: z.looseObject({ content: z.record(z.string(), z.unknown()) }).optional(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.unknown()).optional() }),
  ),
});
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

describe('the description of the API', () => {
  let server: TestServer;
  let document: z.infer<typeof documentSchema>;

  beforeAll(async () => {
    server = await sharedServer();
    const answer = await get(`${server.baseUrl}/api/openapi.json`);
    document = documentSchema.parse(await answer.json());
  });
  afterAll(() => server.stop());

  const operation = (method: string, path: string): z.infer<typeof operationSchema> => {
    const key = Object.keys(document.paths).find((one) => shapeOf(one) === shapeOf(path)) ?? '';
    const found = document.paths[key]?.[method];
    if (!found) throw new Error(`${method} ${path} is not described`);
    return found;
  };

  it('API-1 has all served routes and no others', () => {
    const served = server.app
      .getHttpAdapter()
      .getInstance()
      .servedRoutes.list.filter(({ method, url }) => method !== 'HEAD' && isApi(url))
      .map(({ method, url }) => `${method} ${url.replaceAll(/:\w+/g, '{}')}`);
    const described = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${shapeOf(path)}`),
    );
    expect(described.length).toBeGreaterThan(20);
    expect(new Set(Object.keys(document.paths).map(shapeOf)).size).toBe(
      Object.keys(document.paths).length,
    );
    expect(described.sort()).toEqual([...new Set(served)].sort());
  });

  it('API-1 describes the responses, problems and access of each route', () => {
    const ids = new Set<string>();
    for (const route of server.app.get(RouteAudit).routes()) {
      const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
      const described = operation(route.method.toLowerCase(), path);
      const statuses = Object.keys(described.responses);
      expect(described.summary, path).not.toBe('');
      expect(statuses, path).toEqual(expect.arrayContaining(['500', '503']));
      expect(
        statuses.some((status) => /^[23]/.test(status)),
        path,
      ).toBe(true);
      expect(statuses.includes('401') || described.security?.length === 0, path).toBe(true);
      const hasBody = described.requestBody !== undefined;
      // A claim is all that its path says.
      const needsBody = /^(?:PUT|PATCH)$/.test(route.method) && !path.endsWith('/claim');
      expect(hasBody || !needsBody, path).toBe(true);
      ids.add(described.operationId);
    }
    expect(ids.size).toBe(server.app.get(RouteAudit).routes().length);
  });

  it('API-2 and SYS-218 is valid OpenAPI 3.1, with the version of the portal', async () => {
    expect(document.info.version).toBe(VERSION);
    const result = await new Validator().validate(structuredClone(document));
    expect(result.errors).toBeUndefined();
    expect(result.valid).toBe(true);
    const broken = { ...structuredClone(document), paths: { '/x': { get: { responses: 7 } } } };
    expect((await new Validator().validate(broken)).valid).toBe(false);
  });

  it('API-3 has parameters, bodies and responses with the schemas of the contracts', () => {
    const overview = operation('get', '/api/v1/projects/{projectId}/overview');
    expect(overview.description).toBe('Needs a member of the project.');
    expect(overview.parameters).toEqual(
      expect.arrayContaining([
        {
          in: 'path',
          name: 'projectId',
          required: true,
          schema: { type: 'integer', minimum: 0, maximum: 2_147_483_647 },
        },
        {
          in: 'query',
          name: 'start_date',
          required: false,
          schema: { type: 'string', format: 'date' },
        },
      ]),
    );
    const pod = operation('delete', '/api/v1/pods/{key}');
    expect(pod.parameters[0]).toMatchObject({
      name: 'podName',
      description: 'For this method, the key of the item',
    });
    const upload = operation('post', '/api/v1/tasks/upload');
    expect(upload.description).toBe('Needs the permission `data-upload` in a project.');
    expect(Object.keys(upload.requestBody?.content ?? {})).toEqual(['multipart/form-data']);
    expect(upload.responses['202']?.content).toEqual({
      'application/json': { schema: { $ref: '#/components/schemas/Import' } },
    });
    expect(upload.parameters).toContainEqual(expect.objectContaining({ in: 'header' }));
  });

  it('API-7 marks the fields that a change cannot contain as read-only', () => {
    const fieldsOf = (method: string, path: string): unknown =>
      operation(method, path).requestBody?.content['application/json'];
    expect(fieldsOf('patch', '/api/v1/auth/users/{key}')).toMatchObject({
      schema: { properties: { email: { readOnly: true } } },
    });
    const readOnly = { schema: { properties: { email: { readOnly: true } } } };
    expect(fieldsOf('post', '/api/v1/auth/users')).toHaveProperty('schema.properties.email');
    expect(fieldsOf('post', '/api/v1/auth/users')).not.toMatchObject(readOnly);
    expect(fieldsOf('patch', '/api/v1/auth/users/{key}')).not.toHaveProperty(
      'schema.properties.name.readOnly',
    );
  });

  it('API-3 derives the problems of a route from its rule, schemas and limits', () => {
    const patch = operation('patch', '/api/v1/tasks/tasks-crud/{key}');
    expect(Object.keys(patch.responses)).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '408',
      '409',
      '413',
      '414',
      '415',
      '431',
      '500',
      '503',
      '507',
    ]);
    const token = operation('post', '/api/v1/auth/token');
    expect(token.security).toEqual([]);
    expect(token.description).toContain('10000 failed calls per minute');
    expect(token.responses['429']?.content).toEqual({
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { code: { enum: ['too-many-requests'] } } },
          ],
        },
      },
    });
  });

  it('CRUD-129 has each media type of an export, with the fields that it can name', async () => {
    const users = await buildWorld(server.db, {
      projects: {},
      users: { root: { roles: { 'All Projects': 'admin' } } },
    });
    // That of the tasks of a number is no list, and has CSV alone.
    const exports = Object.keys(document.paths).filter(
      (path) => path.endsWith('/export') && path !== '/api/v1/tasks/by-number/export',
    );
    expect(exports.length).toBeGreaterThan(8);
    for (const path of exports.filter((one) => !one.includes('{'))) {
      const content = operation('get', path).responses['200']?.content ?? {};
      for (const format of ['csv', 'json', 'ndjson']) {
        const url = `${server.baseUrl}${path}?format=${format}`;
        const answer = await get(url, users.users.root.token);
        const [type = ''] = (answer.headers.get('content-type') ?? '').split(';');
        await answer.arrayBuffer();
        expect([answer.status, content[type]], url).toEqual([200, expect.anything()]);
      }
    }
    const { content } = operation('get', '/api/v1/tasks/tasks-crud/export').responses['200'] ?? {};
    expect(content?.['application/json']).toMatchObject({
      schema: {
        type: 'array',
        items: { properties: { metadata: { anyOf: [{ type: 'object' }, { type: 'null' }] } } },
      },
    });
    const reviews = 'schema.items.properties.reviews.items.properties.turing_review_id';
    expect(content?.['application/json']).toHaveProperty(reviews);
    expect(content?.['application/json']).not.toHaveProperty('schema.items.required');
    expect(operation('get', '/api/v1/tasks/changes').responses['200']?.content).toHaveProperty([
      'application/x-ndjson',
    ]);
  });

  it('API-4 is also an interactive page, served by this server only', async () => {
    const page = await get(`${server.baseUrl}/api/docs`);
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    const html = await page.text();
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) {
      const answer = await get(server.baseUrl + file);
      expect(answer.status, file).toBe(200);
      await answer.body?.cancel();
    }
    for (const name of ['package.json', '__proto__', 'constructor', 'toString']) {
      const other = await get(`${server.baseUrl}/api/docs/${name}`);
      expect([name, (await problemIn(other)).code]).toEqual([name, 'not-found']);
    }
  });

  it('ABOUT-8 is made once, and 304 for a client that has it', async () => {
    const made = vi.spyOn(server.app.get(ApiDocument), 'make');
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/swagger-ui-bundle.js']) {
      const first = await get(server.baseUrl + path);
      expect([path, first.status, (await first.text()).length > 0]).toEqual([path, 200, true]);
      const etag = first.headers.get('etag') ?? '';
      const held = await fetch(server.baseUrl + path, { headers: { 'if-none-match': etag } });
      expect([path, held.status, await held.text()]).toEqual([path, 304, '']);
      expect(held.headers.get('cache-control')).toBe(first.headers.get('cache-control'));
    }
    expect(made).not.toHaveBeenCalled();
  });
});

/** Names of parameters do not distinguish paths. */
function shapeOf(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/** The files of the web client are not part of the API. */
function isApi(url: string): boolean {
  return /^\/(?:api|health|metrics|demo-identity)(?:\/|$)/.test(url);
}
