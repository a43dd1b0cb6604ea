import { share } from '@portal/testing/runs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RouteAudit } from './http/routes/route-audit.js';
import { CASES } from './testing/matrix/cases.js';
import { CALLER_KINDS } from './testing/matrix/callers.js';
import { createMatrixWorld, type MatrixWorld } from './testing/matrix/matrix-world.js';
import { type RouteCase, sendCase } from './testing/matrix/route-case.js';
import { sharedServer } from './testing/shared-server.js';
import type { TestServer } from './testing/test-server.js';

let server: TestServer;
let world: MatrixWorld;

beforeAll(async () => {
  server = await sharedServer();
  world = await createMatrixWorld(server);
});
afterAll(() => server.stop());

const records = () => world.value<number>('SELECT coalesce(max(id), 0) FROM core.audit');
const isWrite = ({ route, onlyReads, unrecorded }: RouteCase): boolean =>
  !route.startsWith('GET ') && !onlyReads && !unrecorded;

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
    const at = CASES.indexOf(entry);
    // A token is the same caller: for each route some of them.
    const withToken = share(CALLER_KINDS, 4, at);
    const bySession: Record<string, number> = {};
    const byApiToken: Record<string, number> = {};
    const unrecorded: string[] = [];
    for (const kind of CALLER_KINDS) {
      const caller = world.callers[kind];
      for (const [statuses, token] of [
        [bySession, caller.session] as const,
        ...(withToken.includes(kind) ? [[byApiToken, caller.token] as const] : []),
      ]) {
        const request = await entry.request(world, caller);
        const before = await records();
        const answer = await sendCase(server, entry, request, token);
        await answer.arrayBuffer();
        statuses[kind] = answer.status;
        const isRecorded = (await records()) > before;
        if (isRecorded !== (answer.ok && isWrite(entry))) unrecorded.push(kind);
      }
    }
    const ofTokens = entry.answersToApiTokens ?? entry.answers;
    expect({ bySession, byApiToken }).toEqual({
      bySession: entry.answers,
      byApiToken: Object.fromEntries(withToken.map((kind) => [kind, ofTokens[kind]])),
    });
    expect(unrecorded).toEqual([]);
  });
});
