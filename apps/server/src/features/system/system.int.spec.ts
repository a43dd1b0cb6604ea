import { type System, systemSchema } from '@portal/contracts/system';
import { VERSION } from '@portal/contracts/version';
import { storeHousekeeping } from '@portal/persistence/housekeeping';
import { noteBackup } from '@portal/persistence/last-backup';
import type { QueueHandle } from '@portal/platform/queue';
import { TASK_IMPORT_QUEUE, UPLOAD_STORE } from '@portal/platform/tokens';
import type { UploadStore } from '@portal/platform/upload-store';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Replica } from '../../db/replica.js';
import { get } from '../../testing/requests.js';
import { startTestServer, type TestServer } from '../../testing/test-server.js';
import { assignRole, createUser, type TestUser } from '../../testing/user.js';
import { addWorker } from '../../testing/worker.js';

let server: TestServer;
let admin: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await createUser(server.db, 'admin@example.com');
  await assignRole(server.db, admin, 0, 'admin');
});
afterAll(() => server.stop());
afterEach(() => void vi.restoreAllMocks());

async function read(): Promise<System> {
  const answer = await get(`${server.baseUrl}/api/v1/system`, admin.token);
  expect(answer.status).toBe(200);
  return systemSchema.parse(await answer.json());
}

describe('GET /system', () => {
  it('SYS-239 has the version, the health of each part and this server with its pools', async () => {
    const before = await read();
    expect(before.version).toBe(VERSION);
    expect(before.health).toMatchObject({ database: 'ok', workers: 'none is running' });
    expect(before.server.node).toBe(process.versions.node);
    expect(Date.parse(before.server.started_at)).toBeLessThan(Date.now());
    expect(before.server.pools.map(({ name }) => name)).toEqual([
      ...['reads', 'changes', 'sessions', 'large-lists', 'list-scans', 'queue'],
    ]);
    const { workers } = before;
    expect(workers).toMatchObject({ running: [] });
    await addWorker(server.db, 'one');
    const after = await read();
    expect(after.health.workers).toBe('ok');
    expect(after.workers?.running).toMatchObject([{ host: 'one' }]);
    expect(after.workers?.pools.map(({ name }) => name).sort()).toEqual([
      ...['worker', 'worker-imports', 'worker-queue'],
    ]);
  });

  it('SYS-239 has the database with its connections and largest tables', async () => {
    const [facts] = await server.db.query<{ version: string; task: number; max: number }>(
      `SELECT current_setting('server_version') AS version, pg_total_relation_size('core.task') AS task,
         current_setting('max_connections')::int4 AS max`,
    );
    const { database, replica } = await read();
    expect(database).toMatchObject({ version: facts?.version, max_connections: facts?.max });
    expect(database?.connections).toBeGreaterThan(0);
    expect(Date.parse(database?.started_at ?? '')).toBeLessThan(Date.now());
    const sizes = database?.tables.map(({ bytes }) => bytes) ?? [];
    expect(sizes).toHaveLength(10);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
    expect(database?.tables.find(({ name }) => name === 'core.task')?.bytes).toBe(facts?.task);
    expect(database?.bytes).toBeGreaterThan(sizes.reduce((sum, size) => sum + size, 0));
    expect(replica).toBe(null);
  });

  it('SYS-239 has the queue, the store of uploads and the upkeep', async () => {
    const first = await read();
    expect(first.queue).toMatchObject({ store: 'database', waiting: 0, running: 0, failed: 0 });
    expect(first.uploads).toMatchObject({ store: 'directory', files: 0, bytes: 0 });
    expect(first.uploads?.free_bytes).toBeGreaterThan(0);
    expect(first.upkeep).toEqual({
      last_backup_at: null,
      housekeeping: { ended_at: null, failed: [] },
    });
    const at = '2026-01-05T10:00:00.000Z';
    await noteBackup(server.config.databaseUrl, new Date(at));
    await storeHousekeeping(server.db, {
      ...{ ended_at: at, removed: {}, since: {}, failed: ['lost_files'] },
    });
    const queue = server.app.get<QueueHandle>(TASK_IMPORT_QUEUE);
    await queue.add('import', { import_id: 'none' }, { jobId: 'none' });
    const later = await read();
    expect(later.queue?.waiting).toBe(1);
    expect(later.upkeep).toEqual({
      last_backup_at: at,
      housekeeping: { ended_at: at, failed: ['lost_files'] },
    });
  });

  it('HOME-52 SYS-239 has the people without a role and without a pod', async () => {
    const before = (await read()).people;
    await createUser(server.db, 'new@example.com');
    const { people } = await read();
    expect(people?.without_role).toBe((before?.without_role ?? NaN) + 1);
    expect(people?.newest[0]).toMatchObject({ email: 'new@example.com' });
  });

  it('SYS-240 has null for what cannot be read, and everything else', async () => {
    const queue = server.app.get<QueueHandle>(TASK_IMPORT_QUEUE);
    vi.spyOn(queue, 'load').mockRejectedValue(new Error('no Redis'));
    // It never answers.
    const store = server.app.get<UploadStore>(UPLOAD_STORE);
    vi.spyOn(store, 'freeBytes').mockReturnValue(new Promise(() => undefined));
    vi.spyOn(server.app.get(Replica), 'lag').mockRejectedValue(new Error('no replica'));
    const broken = await read();
    expect(broken).toMatchObject({
      queue: null,
      uploads: null,
      replica: { behind_seconds: null },
      health: { database: 'ok' },
    });
    expect([broken.database, broken.workers, broken.upkeep]).not.toContain(null);
    vi.restoreAllMocks();
    const whole = await read();
    expect([whole.queue, whole.uploads]).not.toContain(null);
  });
});
