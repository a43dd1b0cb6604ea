import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { tokenResponseSchema } from '@portal/contracts/auth';
import { importSummarySchema } from '@portal/contracts/imports';
import { freePort } from '@portal/testing/free-port';
import { emptyRedis } from '@portal/testing/redis';
import { finishSignIn, startSignIn } from '@portal/testing/sign-in';
import { startStack, type Stack } from '@portal/testing/stack';
import { taskFileStream } from '@portal/testing/task-file';
import { Api } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { Follower } from '../support/follower.js';
import { NGINX, startNginx, type Proxy } from '../support/nginx.js';
import { recount } from '../support/recount.js';
import { file, row } from '../support/rows.js';
import { ALPHA_TURING_ID, buildWorld, query, type World } from '../support/world.js';

const SOCKETS = 60;
const IMPORTS = 6;
const TASKS = 3_000;
/** Clients that send requests during the rolling restart. */
const CLIENTS = 3;

let stacks: readonly [Stack, Stack];
let proxy: Proxy;
let world: World;
let admin: Api;
const followers: Follower[] = [];

/** Two servers and two workers on one database, one upload store and, if there is one, one Redis. */
async function start(): Promise<void> {
  const port = await freePort();
  const env = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    JWT_SECRET: 'the-same-secret-on-both-servers-of-this-test',
    TRUST_PROXY: '1',
    PORTAL_DRAIN_SECONDS: '1',
    PORTAL_DEMO: 'on',
    PORTAL_SOCKET_LIMIT: String(2 * SOCKETS),
  };
  const first = await startStack({ env });
  const { databaseUrl, dataDir, redisUrl } = first;
  const second = await startStack({
    env: {
      ...env,
      DATABASE_URL: databaseUrl,
      UPLOAD_STORE: `file:${dataDir}/uploads`,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    },
  });
  stacks = [first, second];
  world = await buildWorld(databaseUrl);
  proxy = await startNginx(port, [first.baseUrl, second.baseUrl]);
  admin = new Api(proxy.url, await tokenOf('admin@example.com'));
}

async function tokenOf(email: string): Promise<string> {
  const pending = await startSignIn(proxy.url, email, stacks[0].baseUrl);
  const answer = await finishSignIn(proxy.url, pending);
  return tokenResponseSchema.parse(await answer.json()).access_token;
}

async function follow(count: number): Promise<void> {
  const token = await tokenOf('lead@example.com');
  for (let n = 0; n < count; n += 1) followers.push(new Follower(proxy.url, token, world.alpha));
  await Promise.all(followers.map((follower) => follower.seen('a first state', () => true)));
}

/** A number of one server, which is not reached through the proxy. */
async function metric({ baseUrl }: Stack, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

/** Waits until nginx sends requests to a server that was restarted. */
async function untilUsed(stack: Stack): Promise<void> {
  const route = 'method="GET",route="/api/v1/projects/:projectId/overview",status="200"';
  await eventually(
    'nginx to use the server again',
    async () => (await metric(stack, `http_request_duration_seconds_count{${route}}`)) > 0,
  );
}

/** Waits until every socket has the numbers of a recount. */
async function expectExact(): Promise<void> {
  const { stats } = await recount(stacks[0].databaseUrl, world.alpha);
  await Promise.all(
    followers.map((follower) =>
      follower.seen(
        `${stats.total_tasks} tasks, ${stats.rework_tasks} in rework`,
        ({ totals }) =>
          totals.total_tasks === stats.total_tasks && totals.rework_tasks === stats.rework_tasks,
      ),
    ),
  );
}

/** Waits until every socket has what is committed now. */
async function expectNewest(): Promise<void> {
  const [newest] = await query<{ revision: string }>(
    stacks[0].databaseUrl,
    'SELECT revision FROM agg.project_revision WHERE project_id = $1',
    [world.alpha],
  );
  const least = Number(newest?.revision ?? 0);
  await Promise.all(
    followers.map((follower) =>
      follower.seen(`revision ${least}`, ({ revision }) => revision >= least),
    ),
  );
}

const behindNginx = NGINX === undefined ? describe.skip : describe;

behindNginx('two servers and two workers behind nginx (apt-get install nginx)', () => {
  beforeAll(start);
  afterEach(() => {
    for (const follower of followers.splice(0)) follower.close();
  });
  afterAll(async () => {
    await proxy.stop();
    for (const stack of [...stacks].reverse()) await stack.stop();
  });

  it('SYS-170 stay exact for every socket when a server, a worker and the data of Redis are lost', async () => {
    await follow(SOCKETS);
    for (const stack of stacks) expect(await metric(stack, 'portal_sockets')).toBeGreaterThan(0);

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
    const [first, second] = stacks;
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
    await expectExact();
    const { stats } = await recount(first.databaseUrl, world.alpha);
    expect(stats.total_tasks).toBe(IMPORTS * TASKS);
  });

  it('SYS-171 restart one after the other without a failed request, and each change reaches every socket', async () => {
    const rows = Array.from({ length: CLIENTS }, (_, client) => row(client + 1));
    expect((await admin.upload(file(...rows))).body).toMatchObject({ status: 'completed' });
    await follow(SOCKETS / 3);
    let edits = 0;
    const failures: (number | string)[] = [];
    let isOver = false;
    const clients = Array.from({ length: CLIENTS }, async (_, client) => {
      for (let turn = 0; !isOver; turn += 1) {
        const status = turn % 2 === 0 ? 'rework' : 'completed';
        const task = `/tasks/tasks-crud/${client + 1}`;
        const answers = [
          admin.patch(task, { status }),
          admin.get(`/projects/${world.alpha}/overview`),
          admin.get(task),
        ].map((answer) => answer.then(({ status: code }) => code, String));
        const outcomes = await Promise.all(answers);
        failures.push(...outcomes.filter((outcome) => outcome !== 200));
        await expectNewest();
        edits += 1;
      }
    });
    for (const stack of stacks) await untilUsed(stack);
    for (const stack of stacks) {
      await stack.kill('server', 'SIGTERM');
      await stack.restart('server');
      await untilUsed(stack);
    }
    isOver = true;
    await Promise.all(clients);
    await expectExact();

    // With the log of nginx, which names the server and the reason.
    if (failures.length > 0) failures.push(proxy.log());
    expect(failures).toEqual([]);
    expect(edits).toBeGreaterThan(CLIENTS);
  });
});
