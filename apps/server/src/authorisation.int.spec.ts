import { problemSchema } from '@portal/contracts/problem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isApiPath } from './http/routes/paths.js';
import { RouteAudit } from './http/routes/route-audit.js';
import { CALLER_KINDS, createSpentCredentials } from './testing/matrix/callers.js';
import { FOUNDATION_CASES } from './testing/matrix/foundation.cases.js';
import { createMatrixWorld, type MatrixWorld } from './testing/matrix/matrix-world.js';
import { MANAGED_USER_CASES } from './testing/matrix/managed-users.cases.js';
import { POD_CASES } from './testing/matrix/pods.cases.js';
import { PROJECT_CASES } from './testing/matrix/projects.cases.js';
import { ROLE_CASES } from './testing/matrix/roles.cases.js';
import type { CaseRequest, RouteCase } from './testing/matrix/route-case.js';
import { CUSTOM_STATS_CASES } from './testing/matrix/custom-stats.cases.js';
import { STATS_CASES } from './testing/matrix/stats.cases.js';
import { TASK_CASES } from './testing/matrix/tasks.cases.js';
import { USER_CASES } from './testing/matrix/users.cases.js';
import { startTestServer, type TestServer } from './testing/test-server.js';

const CASES: readonly RouteCase[] = [
  ...FOUNDATION_CASES,
  ...PROJECT_CASES,
  ...MANAGED_USER_CASES,
  ...POD_CASES,
  ...STATS_CASES,
  ...CUSTOM_STATS_CASES,
  ...ROLE_CASES,
  ...TASK_CASES,
  ...USER_CASES,
];

let server: TestServer;
let world: MatrixWorld;
let spent: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  world = await createMatrixWorld(server);
  spent = await createSpentCredentials(server);
});
afterAll(() => server.stop());

function send(
  { route }: RouteCase,
  { path, body, form, headers }: CaseRequest,
  token?: string,
): Promise<Response> {
  const [method = ''] = route.split(' ');
  return fetch(`${server.baseUrl}/api/v1${path}`, {
    method,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form && { body: form }),
  });
}

/** The errors of a 400 response, as `pointer detail`. */
async function refusal(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(400);
  const { errors = [] } = problemSchema.parse(await answer.json());
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const records = () => world.value<number>('SELECT count(*) FROM core.audit');
const isWrite = ({ route, onlyReads }: RouteCase): boolean =>
  !route.startsWith('GET ') && !onlyReads;

describe('authorisation', () => {
  it('PERM-11 the table lists each route that needs a caller, once', () => {
    const routes = server.app
      .get(RouteAudit)
      .routes()
      .filter(({ access }) => access?.rule.kind !== 'anyone')
      .map(({ method, path }) => `${method} ${path.replace('/api/v1', '')}`);
    expect(CASES.map(({ route }) => route).sort()).toEqual(routes.sort());
  });

  it.each(CASES)('PERM-11 $route answers each caller as the table says', async (entry) => {
    const bySession: Record<string, number> = {};
    const byApiToken: Record<string, number> = {};
    const unrecorded: string[] = [];
    for (const kind of CALLER_KINDS) {
      const caller = world.callers[kind];
      for (const [statuses, token] of [
        [bySession, caller.session],
        [byApiToken, caller.token],
      ] as const) {
        const request = await entry.request(world, caller);
        const before = await records();
        const answer = await send(entry, request, token);
        await answer.arrayBuffer();
        statuses[kind] = answer.status;
        const isRecorded = (await records()) > before;
        if (isRecorded !== (answer.ok && isWrite(entry))) unrecorded.push(kind);
      }
    }
    expect({ bySession, byApiToken }).toEqual({
      bySession: entry.answers,
      byApiToken: entry.answersToApiTokens ?? entry.answers,
    });
    expect(unrecorded).toEqual([]);
  });

  it.each(CASES)(
    'ERR-13 $route refuses an unknown parameter and an unknown field',
    async (entry) => {
      const kind = CALLER_KINDS.findLast((one) => entry.answers[one] < 300) ?? 'fullAccess';
      const caller = world.callers[kind];
      const request = await entry.request(world, caller);
      const separator = request.path.includes('?') ? '&' : '?';
      const path = `${request.path}${separator}no_such=1`;
      const before = await records();
      expect(await refusal(await send(entry, { ...request, path }, caller.session))).toContain(
        'no_such is not known',
      );
      // A GET request has no body; a form has no unknown fields.
      if (!entry.route.startsWith('GET ') && !request.form) {
        const body = Object.assign({ no_such: 1 }, request.body);
        expect(await refusal(await send(entry, { ...request, body }, caller.session))).toContain(
          '/no_such is not known',
        );
      }
      expect(await records()).toBe(before);
      expect((await send(entry, request, caller.session)).status).toBe(entry.answers[kind]);
    },
  );

  it('ERR-13 public API routes refuse unknown parameters; routes outside of the API accept them', async () => {
    const open = server.app
      .get(RouteAudit)
      .routes()
      .filter(({ access, path }) => access?.rule.kind === 'anyone' && isApiPath(path));
    expect(open.length).toBeGreaterThan(2);
    for (const { method, path } of open) {
      const answer = await fetch(`${server.baseUrl}${path}?no_such=1`, { method });
      expect(await refusal(answer)).toContain('no_such is not known');
    }
    expect((await fetch(`${server.baseUrl}/health/live?no_such=1`)).status).toBe(200);
  });

  it.each(CASES)('PERM-11 $route refuses requests without a valid credential', async (entry) => {
    const request = await entry.request(world, world.callers.fullAccess);
    for (const token of [undefined, 'x', ...Object.values(spent)]) {
      expect((await send(entry, request, token)).status).toBe(401);
    }
  });
});
