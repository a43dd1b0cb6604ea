import { Writable } from 'node:stream';
import type { Config } from '@portal/platform/config';
import { signIn } from '@portal/testing/sign-in';
import { type Logger, pino } from 'pino';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it } from 'vitest';
import { createUser } from '../../testing/user.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

let server: TestServer;
afterEach(() => server.stop());

/** A logger, and the lines that it writes at warn. */
function warnings(): [Logger, string[]] {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return [pino({ level: 'warn' }, sink), lines];
}

describe('the first admin', () => {
  it('AUTH-25 signs in with an address of PORTAL_ADMIN_EMAILS', async () => {
    server = await startTestServer({ config: { adminEmails: ['boss@example.com'] } });
    const grants = async (email: string) =>
      decodeJwt((await signIn(server.baseUrl, email)).access_token)['projects_auth'];
    const everything = [{ project_id: 0, permissions: ['full-access'] }];
    for (const email of ['boss@example.com', 'other@example.com']) {
      await createUser(server.db, email);
    }
    expect(await grants('other@example.com')).toEqual([]);
    expect(await grants('boss@example.com')).toMatchObject(everything);
    expect(await grants('boss@example.com')).toMatchObject(everything);
    const records = await server.db.query<unknown>(
      `SELECT actor_id, actor_email, action FROM core.audit WHERE entity = 'user_role'`,
    );
    expect(records).toEqual([
      { actor_id: null, actor_email: 'PORTAL_ADMIN_EMAILS', action: 'create' },
    ]);
  });

  it('AUTH-27 is asked for by a boot in production, unless there is an admin or the variable', async () => {
    // The demo provider has an admin.
    const identity = { kind: 'google', clientId: 'portal', clientSecret: 'secret' } as const;
    const boot = async (config: Partial<Config>): Promise<string[]> => {
      const [logger, lines] = warnings();
      server = await startTestServer({ config: { identity, ...config }, logger });
      return lines.filter((line) => line.includes('full access'));
    };
    const [line = ''] = await boot({ production: true });
    expect(line).toContain('PORTAL_ADMIN_EMAILS');
    expect(line).toContain('npm run admin -- grant EMAIL');
    expect(line).toContain('node libs/persistence/dist/cli/admin.js grant EMAIL');
    await server.stop();
    expect(await boot({ production: true, adminEmails: ['boss@example.com'] })).toEqual([]);
    await server.stop();
    expect(await boot({ production: false })).toEqual([]);
  });
});
