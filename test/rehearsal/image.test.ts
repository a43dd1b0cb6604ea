import { readdirSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenResponseSchema } from '@portal/contracts/auth';
import { importSummarySchema } from '@portal/contracts/imports';
import { startFakeGoogle, type FakeGoogle } from '@portal/testing/fake-google';
import { emptyDatabase, type TestDatabase } from '@portal/testing/postgres';
import { finishSignIn, startSignIn } from '@portal/testing/sign-in';
import { taskFileStream } from '@portal/testing/task-file';
import { z } from 'zod';
import { Api } from '../support/api.js';
import { restartInTurn, startCluster, type Cluster } from '../support/cluster.js';
import { environmentOf, service } from '../support/compose.js';
import { eventually } from '../support/eventually.js';
import { allAreExact, Follower } from '../support/follower.js';
import { Watcher } from '../support/room.js';
import { row } from '../support/rows.js';
import { query } from '../support/world.js';
import { commandHere, environmentHere, image, inImage, place, runInImage } from './image.js';
import { startBucket, startRedis } from './services.js';

const BUCKET = 'uploads';
const TURING_ID = 7001;
const TASKS = 20_000;
const [ADMIN, TRAINER] = ['ada@example.com', 'trainer@example.com'];
const POD = 'Kestrel';

/** The file .env of docker compose. */
const variables = {
  PUBLIC_URL: 'http://portal.example',
  POSTGRES_PASSWORD: 'password',
  GOOGLE_CLIENT_ID: 'portal',
  GOOGLE_CLIENT_SECRET: 'secret',
  JWT_SECRET: 'at-least-32-random-characters-here',
  PORTAL_ADMIN_EMAILS: ADMIN,
  AWS_ACCESS_KEY_ID: 'key',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

let database: TestDatabase;
let redis: Awaited<ReturnType<typeof startRedis>>;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let google: FakeGoogle;
let env: Record<string, string>;
let cluster: Cluster;
let admin: Api;
let projectId: number;

beforeAll(async () => {
  [database, redis, bucket, google] = await Promise.all([
    emptyDatabase(),
    startRedis(),
    startBucket(BUCKET),
    startFakeGoogle(),
  ]);
  env = environmentOnThisMachine();
  const migrated = await runInImage(service('migrate').command ?? [], env);
  expect(migrated).toEqual({ code: 0, output: expect.any(String) });
  // Each server has a port of its own here, and the proxy's address is known when it starts.
  const { PORT: _port, PUBLIC_URL: _url, ...shared } = env;
  cluster = await startCluster({
    env: shared,
    program: {
      ...place,
      commands: {
        server: commandHere(service('server').command ?? image.command),
        worker: commandHere(service('worker').command ?? image.command),
      },
    },
  });
});
afterAll(async () => {
  await cluster.stop();
  await Promise.all([database.drop(), redis.stop(), bucket.stop(), google.stop()]);
});

/** That of docker compose, but for the addresses of what runs in other containers. */
function environmentOnThisMachine(): Record<string, string> {
  const { authorizationUrl, tokenUrl, userInfoUrl } = google.config.googleEndpoints;
  return {
    ...environmentHere(environmentOf('server', variables)),
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    UPLOAD_STORE: `s3://${BUCKET}/portal?endpoint=${bucket.url}`,
    GOOGLE_AUTHORIZATION_URL: authorizationUrl,
    GOOGLE_TOKEN_URL: tokenUrl,
    GOOGLE_USERINFO_URL: userInfoUrl,
  };
}

async function tokenOf(email: string): Promise<string> {
  const answer = await finishSignIn(cluster.proxy.url, await startSignIn(cluster.proxy.url, email));
  return tokenResponseSchema.parse(await answer.json()).access_token;
}

const idSchema = z.object({ id: z.number() });
describe('the image', () => {
  it('SYS-251 belongs to root, except its data, and contains what it runs and no more', () => {
    expect(image.user).toBe('node');
    for (const [path, owner] of [
      ['/portal', process.getuid?.()],
      ['apps/server/dist/main.js', process.getuid?.()],
      ['/data', image.uid],
    ] as const) {
      expect([path, statSync(inImage(path)).uid]).toEqual([path, owner]);
    }
    const packages = readdirSync(inImage('node_modules'));
    expect(packages).toEqual(expect.arrayContaining(['@nestjs', 'fastify', 'pg', 'bullmq']));
    for (const tool of ['typescript', 'vite', 'vitest', 'jest', 'playwright-core', 'react']) {
      expect(packages).not.toContain(tool);
    }
    const own = readdirSync(inImage('.'), { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.includes('node_modules/'),
    );
    expect(own).toEqual(expect.arrayContaining(['package.json', 'libs/domain/package.json']));
    const notBuilt = own.filter(
      (path) =>
        !/(^|\/)(dist|node_modules|package(-lock)?\.json)($|\/)/.test(path) &&
        !statSync(inImage(path)).isDirectory(),
    );
    expect(notBuilt).toEqual([]);
    expect(own.filter((path) => /\.spec\.js$|(?<!\.d)\.ts$/.test(path))).toEqual([]);
  });

  it('SYS-251 is healthy as its own check and that of the worker say', async () => {
    const [first] = cluster.stacks;
    const { port } = new URL(first.baseUrl);
    const check = (name: string, changes = {}) => {
      const [, ...command] = service(name).healthcheck?.test ?? ['CMD', ...image.healthcheck];
      return runInImage(command, { ...env, ...changes });
    };
    expect((await check('server', { PORT: port })).code).toBe(0);
    expect((await check('worker')).code).toBe(0);
    expect((await check('server', { PORT: '1' })).code).toBe(1);
    expect((await check('worker', { PORTAL_DATA_DIR: inImage('.') })).code).toBe(1);
    for (const { baseUrl } of cluster.stacks) {
      const ready = await fetch(`${baseUrl}/health/ready`);
      expect(await ready.json()).toMatchObject({ status: 'ok' });
    }
  });

  it('SYS-251 refuses to start in production without what docker compose requires', async () => {
    const { code, output } = await runInImage(image.command, { ...env, JWT_SECRET: '' });
    expect({ code, output }).toEqual({
      code: 1,
      output: expect.stringContaining('JWT_SECRET: is required in production'),
    });
    const { POSTGRES_PASSWORD: _password, ...incomplete } = variables;
    expect(() => environmentOf('server', incomplete)).toThrow(/^POSTGRES_PASSWORD: /);
  });
});

describe('the portal of the image behind nginx', () => {
  it('SYS-252 has its first admin, who creates a project and imports, while a trainer watches', async () => {
    admin = new Api(cluster.proxy.url, await tokenOf(ADMIN));
    const fields = { name: 'Alpha', turing_project_id: TURING_ID, status: 'ongoing' };
    ({ id: projectId } = idSchema.parse((await admin.post('/projects/', fields)).body));
    await expectCreated(admin.post('/auth/users/', { email: TRAINER, name: 'Trainer' }));
    await expectCreated(admin.post('/pods/', { name: POD, project_id: projectId }));
    await expectCreated(
      admin.post(`/pods/${POD}/members`, { user_email: TRAINER, role: 'trainer' }),
    );

    const watcher = new Watcher(cluster.proxy.url, await tokenOf(TRAINER));
    await watcher.connected();
    const held = await watcher.enter(projectId, POD);
    expect(held.dashboard.totals.total_tasks).toBe(0);

    // Larger than a part of the upload to a bucket.
    const upload = await admin.upload(
      taskFileStream({ tasks: TASKS, turingProjectId: TURING_ID, firstTaskId: 100 }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(upload.body);
    expect(await admin.importEnd(import_id)).toMatchObject({
      status: 'completed',
      tasks_imported: { insert: TASKS },
    });
    const now = new Date().toISOString();
    const mine = row(1, {
      turing_project_id: TURING_ID,
      user_email: TRAINER,
      completed_at: now,
      created_at: now,
      updated_at: now,
    });
    expect((await admin.upload(JSON.stringify([mine]))).body).toMatchObject({
      status: 'completed',
    });
    await watcher.seen(
      'weekly-progress',
      'the task of the trainer',
      ({ members }) => members.find(({ email }) => email === TRAINER)?.tasks === 1,
    );
    await watcher.seen(
      'dashboard-changed',
      'all tasks',
      ({ totals }) => totals.total_tasks === TASKS + 1,
    );
    watcher.close();
  });

  it('SYS-252 serves the web client and its own description', async () => {
    const page = await fetch(`${cluster.proxy.url}/dashboard`);
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/html'),
    ]);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(cluster.proxy.url + script)).headers.get('content-type')).toContain(
      'javascript',
    );
  });

  it('SYS-253 restarts its servers one by one without a failed request', async () => {
    const token = await tokenOf(TRAINER);
    const followers = Array.from(
      { length: 10 },
      () => new Follower(cluster.proxy.url, token, projectId),
    );
    await Promise.all(followers.map((follower) => follower.seen('a first state', () => true)));
    const taskIds = [100, 101, 102];
    const { edits, failures, exitCodes } = await restartInTurn(cluster, {
      api: admin,
      projectId,
      taskIds,
      followers,
    });
    await allAreExact(followers, database.url, projectId);
    for (const follower of followers) follower.close();
    expect(failures).toEqual([]);
    expect(exitCodes).toEqual([0, 0]);
    expect(edits).toBeGreaterThan(taskIds.length);
  });

  it('SYS-253 completes an import whose worker stops, and ends its workers in order', async () => {
    const [first, second] = cluster.stacks;
    const upload = await admin.upload(
      taskFileStream({ tasks: TASKS, turingProjectId: TURING_ID, firstTaskId: 500_000 }),
      { prefer: 'respond-async' },
    );
    const { import_id } = importSummarySchema.parse(upload.body);
    await eventually('the import to run', async () => {
      const { status } = await admin.importDetail(import_id);
      return status !== 'queued';
    });
    expect(await first.kill('worker', 'SIGTERM')).toBe(0);
    expect(await admin.importEnd(import_id)).toMatchObject({ status: 'completed' });
    expect(await second.kill('worker', 'SIGTERM')).toBe(0);
    const rows = await query<{ tasks: number }>(
      database.url,
      'SELECT count(*)::int AS tasks FROM core.task',
    );
    expect(rows).toEqual([{ tasks: 2 * TASKS + 1 }]);
  });
});

async function expectCreated(answer: ReturnType<Api['post']>): Promise<void> {
  const { status, body } = await answer;
  expect({ isCreated: status === 200 || status === 201, body }).toEqual({ isCreated: true, body });
}
