import { problemSchema } from '@portal/contracts/problem';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isApiPath } from './http/routes/paths.js';
import { RouteAudit } from './http/routes/route-audit.js';
import { Authenticator } from './identity/authenticator.js';
import { CASES } from './testing/matrix/cases.js';
import { CALLER_KINDS, createSpentCredentials } from './testing/matrix/callers.js';
import { createMatrixWorld, type MatrixWorld } from './testing/matrix/matrix-world.js';
import { sendCase } from './testing/matrix/route-case.js';
import { startTestServer, type TestServer } from './testing/test-server.js';

let server: TestServer;
let world: MatrixWorld;
let spent: Readonly<Record<string, string>>;

beforeAll(async () => {
  server = await startTestServer();
  world = await createMatrixWorld(server);
  spent = await createSpentCredentials(server);
});
afterAll(() => server.stop());

/** The errors of a 400 response, as `pointer detail`. */
async function refusal(answer: Response): Promise<string[]> {
  expect(answer.status).toBe(400);
  const { errors = [] } = problemSchema.parse(await answer.json());
  return errors.map(({ pointer, detail }) => `${pointer} ${detail}`);
}

const records = () => world.value<number>('SELECT count(*) FROM core.audit');

describe('every route', () => {
  it.each(CASES)(
    'ERR-13 $route refuses an unknown parameter and an unknown field',
    async (entry) => {
      const kind = CALLER_KINDS.findLast((one) => entry.answers[one] < 300) ?? 'fullAccess';
      const caller = world.callers[kind];
      const request = await entry.request(world, caller);
      const separator = request.path.includes('?') ? '&' : '?';
      const path = `${request.path}${separator}no_such=1`;
      const before = await records();
      expect(
        await refusal(await sendCase(server, entry, { ...request, path }, caller.session)),
      ).toContain('no_such is not known');
      // A GET request has no body; a form has no unknown fields.
      if (!entry.route.startsWith('GET ') && !request.form) {
        const body = Object.assign({ no_such: 1 }, request.body);
        expect(
          await refusal(await sendCase(server, entry, { ...request, body }, caller.session)),
        ).toContain('/no_such is not known');
      }
      expect(await records()).toBe(before);
      expect((await sendCase(server, entry, request, caller.session)).status).toBe(
        entry.answers[kind],
      );
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

  it.each(CASES)(
    'PERM-72 $route answers and changes nothing if its session ends while it waits',
    async (entry) => {
      const kind = CALLER_KINDS.findLast((one) => entry.answers[one] < 300) ?? 'fullAccess';
      const caller = world.callers[kind];
      const request = await entry.request(world, caller);
      const before = await records();
      const authenticator = server.app.get(Authenticator);
      authenticator.trustedMs = 0;
      const ended = vi.spyOn(authenticator, 'renewAll').mockResolvedValue([null]);
      const answer = await sendCase(server, entry, request, caller.session);
      ended.mockRestore();
      authenticator.trustedMs = 1_000;
      expect(problemSchema.parse(await answer.json()).code).toBe('unauthenticated');
      expect(await records()).toBe(before);
    },
  );

  it.each(CASES)('PERM-11 $route refuses requests without a valid credential', async (entry) => {
    const request = await entry.request(world, world.callers.fullAccess);
    for (const token of [undefined, 'x', ...Object.values(spent)]) {
      expect((await sendCase(server, entry, request, token)).status).toBe(401);
    }
  });
});
