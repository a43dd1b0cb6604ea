import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenResponseSchema } from '@portal/contracts/auth';
import { importSummarySchema } from '@portal/contracts/imports';
import { emptyRedis } from '@portal/testing/redis';
import { finishSignIn, startSignIn } from '@portal/testing/sign-in';
import { taskFileStream } from '@portal/testing/task-file';
import { z } from 'zod';
import { Api } from '../support/api.js';
import { metric, restartInTurn, startCluster, type Cluster } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { allAreExact, Follower } from '../support/follower.js';
import { NGINX } from '../support/nginx.js';
import { recount } from '../support/recount.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, buildWorld, type World } from '../support/world.js';

const loggedSchema = z.object({
  requestId: z.string(),
  method: z.string(),
  status: z.number(),
  server: z.string(),
});
const SOCKETS = 60;
const IMPORTS = 6;
const TASKS = 3_000;
/** Clients that send requests during the rolling restart. */
const CLIENTS = 3;

let cluster: Cluster;
let world: World;
let admin: Api;
const followers: Follower[] = [];

async function start(): Promise<void> {
  cluster = await startCluster({
    env: { PORTAL_DEMO: 'on', PORTAL_SOCKET_LIMIT: String(2 * SOCKETS) },
  });
  world = await buildWorld(cluster.stacks[0].databaseUrl);
  admin = new Api(cluster.proxy.url, await tokenOf('admin@example.com'));
}

/** A busy portal may refuse a sign-in: it begins again. */
function tokenOf(email: string): Promise<string> {
  const { proxy, stacks } = cluster;
  return eventually(`a session of ${email}`, async () => {
    const pending = await startSignIn(proxy.url, email, stacks[0].baseUrl);
    const answer = await finishSignIn(proxy.url, pending);
    return tokenResponseSchema.parse(await answer.json()).access_token;
  });
}

async function follow(count: number): Promise<void> {
  const token = await tokenOf('lead@example.com');
  for (let n = 0; n < count; n += 1) {
    followers.push(new Follower(cluster.proxy.url, token, world.alpha));
  }
  await Promise.all(followers.map((follower) => follower.seen('a first state', () => true)));
}

/** As several servers run in production. */
const HAS_BOTH = NGINX !== undefined && process.env['PORTAL_TEST_REDIS_URL'] !== undefined;
const behindNginx = HAS_BOTH ? describe : describe.skip;

behindNginx('two servers and two workers behind nginx (needs nginx and Redis)', () => {
  beforeAll(start);
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.close();
  });
  afterAll(() => cluster.stop());

  it('SYS-170 stay exact for every socket when a server, a worker and the data of Redis are lost', async () => {
    await follow(SOCKETS);
    for (const stack of cluster.stacks)
      expect(await metric(stack, 'portal_sockets')).toBeGreaterThan(0);

    const uploads = Array.from({ length: IMPORTS }, (_, n) =>
      admin.upload(
        taskFileStream({
          tasks: TASKS,
          turingProjectId: ALPHA_TURING_ID,
          firstTaskId: 100_000 * (n + 1),
        }),
        { prefer: 'respond-async' },
      ),
    );
    const ids = (await Promise.all(uploads)).map(
      ({ body }) => importSummarySchema.parse(body).import_id,
    );
    const [first, second] = cluster.stacks;
    await Promise.all([
      first.kill('worker'),
      second.kill('server'),
      ...(first.redisUrl === undefined ? [] : [emptyRedis(first.redisUrl)]),
    ]);
    await Promise.all([first.restart('worker'), second.restart('server')]);

    for (const id of ids) {
      expect(await admin.importEnd(id)).toMatchObject({
        status: 'completed',
        rows_total: TASKS,
        error_count: 0,
        tasks_imported: { insert: TASKS, update: 0, unchanged: 0 },
      });
    }
    await allAreExact(followers, first.databaseUrl, world.alpha);
    const { stats } = await recount(first.databaseUrl, world.alpha);
    expect(stats.total_tasks).toBe(IMPORTS * TASKS);
  });

  it('SYS-254 name each request by one id, in the log of nginx with the server that answered', async () => {
    const answer = await admin.get('/projects/0', { 'x-request-id': 'an-id-of-the-client' });
    const id = String(answer.headers['x-request-id']);
    expect(id).toMatch(/^[\da-f]{32}$/);
    const line = await eventually('the line of nginx', () =>
      cluster.proxy
        .log()
        .split('\n')
        .find((each) => each.includes(id)),
    );
    const { server, ...rest } = loggedSchema.parse(JSON.parse(line));
    expect(rest).toEqual({ requestId: id, method: 'GET', status: answer.status });
    expect(line).not.toContain('projects');
    await eventually('the line of the server', () => {
      const answered = cluster.stacks.filter((stack) => stack.logs().includes(id));
      expect(answered.map(({ baseUrl }) => new URL(baseUrl).host)).toEqual([server]);
      return true;
    });
  });

  it('SYS-171 restart one after the other without a failed request, and each change reaches every socket', async () => {
    const rows = Array.from({ length: CLIENTS }, (_, client) => row(client + 1));
    expect((await admin.upload(file(...rows))).body).toMatchObject({ status: 'completed' });
    await follow(SOCKETS / 3);
    const taskIds = rows.map(({ turing_task_id }) => turing_task_id);
    const load = { api: admin, projectId: world.alpha, taskIds, followers };
    const { edits, failures } = await restartInTurn(cluster, load);
    await allAreExact(followers, cluster.stacks[0].databaseUrl, world.alpha);
    expect(failures).toEqual([]);
    expect(edits).toBeGreaterThan(CLIENTS);
  });
});
