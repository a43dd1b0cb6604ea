import { IDEMPOTENCY_KEY_HEADER } from '@portal/contracts/idempotency';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CASES } from '../../testing/matrix/cases.js';
import { CALLER_KINDS } from '../../testing/matrix/callers.js';
import { createMatrixWorld, type MatrixWorld } from '../../testing/matrix/matrix-world.js';
import { sendCase } from '../../testing/matrix/route-case.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { RouteAudit } from '../routes/route-audit.js';
import type { RouteFacts } from '../routes/route-facts.js';
import { KEPT_HEADERS } from './kept-answer.js';
import { seenOf } from './spec-support/keyed.js';

/** Each POST that keeps no answer for a key, and why. */
const WITHOUT: Readonly<Record<string, string>> = {
  '/api/auth/refresh': 'a call without a caller',
  '/api/v1/auth/token': 'a call without a caller',
  '/api/v1/auth/logout': 'a call without a caller',
  '/demo-identity/token': 'a call without a caller',
  '/api/v1/auth/admin/users/:userId/api-tokens': 'the answer has a secret',
  '/api/v1/projects/:projectId/webhooks': 'the answer has a secret',
  '/api/v1/projects/:projectId/webhooks/:webhookId/secret': 'the answer has a secret',
  '/api/v1/projects/:projectId/custom-stats/:statId/execute': 'changes nothing',
  '/api/v1/projects/:projectId/custom-stats/bulk-execute': 'changes nothing',
  '/api/v1/projects/:projectId/custom-stats/preview': 'changes nothing',
};

let server: TestServer;
let world: MatrixWorld;
let posts: readonly RouteFacts[];

beforeAll(async () => {
  server = await sharedServer();
  world = await createMatrixWorld(server);
  posts = server.app
    .get(RouteAudit)
    .routes()
    .filter(({ method }) => method === 'POST');
});
afterAll(() => server.stop());

const POST_CASES = CASES.filter(({ route }) => route.startsWith('POST '));
const pathOf = (route: string): string => route.replace('POST ', '/api/v1');

describe('every POST', () => {
  it('API-61, API-70 keeps its answer, but for those with a reason', () => {
    expect(posts.length).toBeGreaterThan(25);
    const others = posts.filter(({ takesKey }) => !takesKey).map(({ path }) => path);
    expect(others.sort()).toEqual(Object.keys(WITHOUT).sort());
    const taking = posts.filter(({ takesKey }) => takesKey).map(({ path }) => path);
    const tried = POST_CASES.map(({ route }) => pathOf(route)).filter((path) => !(path in WITHOUT));
    expect(tried.sort()).toEqual(taking.sort());
  });

  it('API-61 keeps every header that it describes', () => {
    const described = posts
      .filter(({ takesKey }) => takesKey)
      .flatMap(({ responses }) => responses.flatMap(({ headers = {} }) => Object.keys(headers)));
    expect(described.length).toBeGreaterThan(5);
    expect(KEPT_HEADERS).toEqual(expect.arrayContaining(described));
  });

  it.each(POST_CASES.filter(({ route }) => !(pathOf(route) in WITHOUT)))(
    'API-61 $route does its work once for a key',
    async (entry) => {
      const kind = CALLER_KINDS.findLast((one) => entry.answers[one] < 300) ?? 'fullAccess';
      const caller = world.callers[kind];
      const request = await entry.request(world, caller);
      const key = crypto.randomUUID();
      const keyed = {
        ...request,
        headers: { ...request.headers, [IDEMPOTENCY_KEY_HEADER]: key },
      };
      const send = async () => seenOf(await sendCase(server, entry, keyed, caller.session));
      const records = () => world.value<number>('SELECT count(*) FROM core.audit');

      const before = await records();
      const first = await send();
      expect(first).toMatchObject({ status: entry.answers[kind], isReplay: false });
      const after = await records();
      expect(after > before).toBe(!entry.onlyReads && !entry.unrecorded);
      const isDone = await world.value<boolean>(
        'SELECT is_done FROM core.idempotency_key WHERE key = $1',
        [key],
      );
      expect(isDone).toBe(!entry.onlyReads);
      expect(await send()).toEqual({ ...first, isReplay: true });
      expect(await records()).toBe(after);
    },
  );
});
