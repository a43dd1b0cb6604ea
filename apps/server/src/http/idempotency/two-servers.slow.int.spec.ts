import { runs } from '@portal/testing/runs';
import { importSummarySchema } from '@portal/contracts/imports';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildWorld, type TestUser } from '@portal/testing/world';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { type Keyed, post, type Seen } from './spec-support/keyed.js';

const QUEUED_IMPORTS = 2;

let first: TestServer;
let servers: readonly TestServer[];
let admin: TestUser;

beforeAll(async () => {
  const config = { queuedImportLimit: QUEUED_IMPORTS };
  first = await startTestServer({ config });
  const { databaseUrl, uploadStore } = first.config;
  const second = await startTestServer({ databaseUrl, config: { ...config, uploadStore } });
  servers = [first, second];
  const { users } = await buildWorld(first.db, {
    users: { admin: { email: 'root@example.com', roles: { 'All Projects': 'admin' } } },
  });
  ({ admin } = users);
  // The work done twice would be refused by the name, and not be seen.
  await first.db.query('ALTER TABLE core.permission DROP CONSTRAINT permission_name_key');
});
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop();
});

const urlAt = (server: number, path: string): string =>
  `${servers[server % servers.length]?.baseUrl ?? ''}/api/v1${path}`;

interface Sent {
  readonly key: number;
  readonly body: number;
  readonly server: number;
}

const sentArbitrary = fc.record<Sent>({
  key: fc.nat({ max: 2 }),
  // Most requests with a key are the same.
  body: fc.constantFrom(0, 0, 0, 0, 1),
  server: fc.nat({ max: 1 }),
});

describe('simultaneous requests at two servers', () => {
  it('API-63 do the work of each key once, and all get its answer in the end', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentArbitrary, { minLength: 2, maxLength: 24 }),
        async (requests) => {
          run += 1;
          const nameOf = ({ key, body }: Sent): string => `run-${run}-key-${key}-body-${body}`;
          const keyed = (sent: Sent): Keyed => ({
            url: urlAt(sent.server, '/auth/permissions/'),
            token: admin.token,
            key: `run ${run}, key ${sent.key}`,
            body: { name: nameOf(sent) },
          });
          const answers = await Promise.all(
            requests.map(async (sent) => ({ sent, seen: await post(keyed(sent)) })),
          );
          for (const key of new Set(requests.map((sent) => sent.key))) {
            await checkKey(answers.filter(({ sent }) => sent.key === key));
          }

          async function checkKey(ofKey: typeof answers): Promise<void> {
            const done = ofKey.filter(({ seen }) => seen.status === 201);
            const [winner] = done.filter(({ seen }) => !seen.isReplay);
            if (!winner) throw new Error('no request did the work');
            expect(done.filter(({ seen }) => !seen.isReplay)).toHaveLength(1);
            const name = nameOf(winner.sent);
            const expected = { ...winner.seen, isReplay: true };
            for (const { sent, seen } of ofKey) {
              const isSame = nameOf(sent) === name;
              if (seen.status === 201) expect(isSame).toBe(true);
              if (seen.isReplay) expect(seen).toEqual(expected);
              const codes = ['idempotency-key-in-use', ...(isSame ? [] : [REUSED])];
              if (seen.status !== 201) expect(codes).toContain(seen.code);
              const again = await post(keyed(sent));
              if (isSame) expect(again).toEqual(expected);
              else expect(again.code).toBe(REUSED);
            }
            const rows = await first.db.query('SELECT FROM core.permission WHERE name LIKE $1', [
              name.replace(/\d$/, '%'),
            ]);
            expect(rows).toHaveLength(1);
          }
        },
      ),
      { numRuns: runs(5) },
    );
  });
});

const REUSED = 'idempotency-key-reused';

describe('an upload with a key', () => {
  let last = 0;
  const upload = (key: string, content: string, options = '', server = 0): Keyed => {
    const form = new FormData();
    form.append('file', new Blob([content]), `tasks ${(last += 1)}.json`);
    return { url: urlAt(server, `/tasks/upload${options}`), token: admin.token, key, form };
  };
  const importOf = ({ text }: Seen): string =>
    importSummarySchema.parse(JSON.parse(text)).import_id;
  const importsOf = async (content: string): Promise<number> => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const rows = await first.db.query('SELECT FROM core.task_import WHERE sha256 = $1', [sha256]);
    return rows.length;
  };
  const storedFiles = async (): Promise<number> =>
    (await readdir(join(first.config.dataDir, 'uploads', 'imports'))).length;
  const endAll = () =>
    first.db.query(
      `UPDATE core.task_import SET state = 'completed', phase = 'done', finished_at = now()`,
    );

  it('API-69 is one import, by its content and options', async () => {
    const begun = await post(upload('one', '[1]'));
    expect(begun.status).toBe(202);
    // Otherwise the unfinished import would be the answer without a key, too.
    await endAll();
    const files = await storedFiles();
    for (const server of [0, 1]) {
      expect(await post(upload('one', '[1]', '', server))).toEqual({ ...begun, isReplay: true });
      for (const other of [upload('one', '[1, 2]'), upload('one', '[1]', '?dry_run=true')]) {
        expect(await post(other)).toMatchObject({ status: 422, code: REUSED });
      }
    }
    expect(begun.location).toBe(`/api/v1/tasks/imports/${importOf(begun)}`);
    expect(await importsOf('[1]')).toBe(1);
    expect(await importsOf('[1, 2]')).toBe(0);
    expect(await storedFiles()).toBe(files);
    const another = await post(upload('another', '[1]'));
    expect(importOf(another)).not.toBe(importOf(begun));
    await endAll();
  });

  it('API-69 is one import when it is sent several times at once', async () => {
    const answers = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((server) => post(upload('at once', '[3]', '', server))),
    );
    const [done] = answers.filter(({ status, isReplay }) => status === 202 && !isReplay);
    for (const answer of answers.filter((one) => one !== done)) {
      if (answer.isReplay) expect(answer).toEqual({ ...done, isReplay: true });
      else expect(answer.code).toBe('idempotency-key-in-use');
    }
    expect(await importsOf('[3]')).toBe(1);
    expect(await post(upload('at once', '[3]'))).toEqual({ ...done, isReplay: true });
    await endAll();
  });

  it('API-66, API-69 is received again after it was one too many', async () => {
    for (let n = 0; n < QUEUED_IMPORTS; n += 1) await post(upload(`fill ${n}`, `[${10 + n}]`));
    const refused = await post(upload('too many', '[20]'));
    expect(refused).toMatchObject({ status: 429, code: 'too-many-imports' });
    await endAll();
    expect(await post(upload('too many', '[20]'))).toMatchObject({ status: 202, isReplay: false });
    expect((await post(upload('too many', '[20]'))).isReplay).toBe(true);
    await endAll();
  });

  it('API-64 has a key of good form before the file is read', async () => {
    const refused = await post(upload('x'.repeat(256), '[30]'));
    expect(refused).toMatchObject({ status: 400, code: 'invalid-input' });
    expect(refused.text).toContain('"pointer":"Idempotency-Key"');
    expect(await importsOf('[30]')).toBe(0);
  });
});
