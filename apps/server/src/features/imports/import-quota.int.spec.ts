import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { importSummarySchema } from '@portal/contracts/imports';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { RawRequest } from '../../testing/raw-request.js';
import { problemIn, send } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';

const LIMIT = 3;

let server: TestServer;
let second: TestServer;
let ada: TestUser;
let ben: TestUser;

beforeAll(async () => {
  const config = { queuedImportLimit: LIMIT };
  server = await startTestServer({ config });
  second = await startTestServer({
    databaseUrl: server.config.databaseUrl,
    config: { ...config, uploadStore: server.config.uploadStore },
  });
  ada = await createUser(server.db, 'ada@example.com');
  ben = await createUser(server.db, 'ben@example.com');
  for (const user of [ada, ben]) await assignRole(server.db, user, 0, 'admin');
});
beforeEach(async () => {
  await server.db.query(
    `UPDATE core.task_import SET state = 'completed', phase = 'done', finished_at = now()`,
  );
});
afterAll(async () => {
  await second.stop();
  await server.stop();
});

let uploads = 0;

/** Uploads a file that was not uploaded before: a repeated upload has no import of its own. */
function upload({ token }: TestUser, at = server): Promise<Response> {
  const form = new FormData();
  form.append('file', new Blob([`[${(uploads += 1)}]`]), 'tasks.json');
  return fetch(`${at.baseUrl}/api/v1/tasks/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, prefer: 'respond-async' },
    body: form,
  });
}

async function queued(user: TestUser): Promise<string> {
  const answer = await upload(user);
  expect(answer.status).toBe(202);
  return importSummarySchema.parse(await answer.json()).import_id;
}

async function fill(user: TestUser): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < LIMIT; n += 1) ids.push(await queued(user));
  return ids;
}

const stored = async (): Promise<number> =>
  (await readdir(join(server.config.dataDir, 'uploads', 'imports')).catch(() => [])).length;

describe('waiting and running imports', () => {
  it('UP-9, ERR-18 are limited per user over all servers; one more is 429 with `Retry-After`', async () => {
    await fill(ada);
    const before = await stored();
    for (const at of [server, second]) {
      const refused = await upload(ada, at);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await problemIn(refused)).toMatchObject({
        code: 'too-many-imports',
        detail: 'You have 3 waiting or running imports; upload again when one of them has ended',
      });
    }
    expect(await stored()).toBe(before);
    await queued(ben);
  });

  it('UP-9 allow another one when one of them ends', async () => {
    const [first = '', next = ''] = await fill(ada);
    await server.db.query(
      `UPDATE core.task_import SET state = 'running', phase = 'reading' WHERE id = $1`,
      [next],
    );
    expect((await upload(ada)).status).toBe(429);
    const url = `${server.baseUrl}/api/v1/tasks/imports/${first}/cancel`;
    expect((await send('POST', url, ada.token)).status).toBe(202);
    await queued(ada);
    expect((await upload(ada)).status).toBe(429);
  });

  it('UP-9 refuse one more before its file is received', async () => {
    await fill(ada);
    const request = await RawRequest.open(server.baseUrl, [
      'POST /api/v1/tasks/upload HTTP/1.1',
      'content-type: multipart/form-data; boundary=x',
      'content-length: 1000000',
      `authorization: Bearer ${ada.token}`,
    ]);
    expect(await request.status()).toBe(429);
    request.close();
  });

  it('UP-9 are limited also for simultaneous uploads, and nothing of the others is stored', async () => {
    const before = await stored();
    const attempts = Array.from({ length: 4 * LIMIT }, (_, n) =>
      upload(ada, n % 2 === 0 ? server : second),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 202)).toHaveLength(LIMIT);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3 * LIMIT);
    expect(await stored()).toBe(before + LIMIT);
  });
});
