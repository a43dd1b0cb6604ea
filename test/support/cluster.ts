import { freePort } from '@portal/testing/free-port';
import { startStack, type Stack, type StackOptions } from '@portal/testing/stack';
import type { Api } from './api.js';
import { eventually } from './eventually.js';
import { type Follower, allHaveNewest } from './follower.js';
import { startNginx, type Proxy } from './nginx.js';

/** Two servers and two workers behind nginx, on one database, upload store and, if there is one, Redis. */
export interface Cluster {
  readonly stacks: readonly [Stack, Stack];
  readonly proxy: Proxy;
  stop(): Promise<void>;
}

/** The environment of the options is that of all processes. */
export async function startCluster(options: StackOptions): Promise<Cluster> {
  const port = await freePort();
  const stacks = await startStacks(port, options);
  const proxy = await startNginx(
    port,
    stacks.map(({ baseUrl }) => baseUrl),
  );
  return {
    stacks,
    proxy,
    async stop() {
      await proxy.stop();
      await stopStacks(stacks);
    },
  };
}

/** Two servers and two workers for a proxy at the port, which share what they store. */
export async function startStacks(
  port: number,
  options: StackOptions,
): Promise<readonly [Stack, Stack]> {
  const env = {
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    JWT_SECRET: 'the-same-secret-on-both-servers-of-this-test',
    TRUST_PROXY: '1',
    PORTAL_DRAIN_SECONDS: '1',
    ...options.env,
  };
  const first = await startStack({ ...options, env });
  const { databaseUrl, dataDir, redisUrl } = first;
  const second = await startStack({
    ...options,
    env: {
      UPLOAD_STORE: `file:${dataDir}/uploads`,
      ...env,
      DATABASE_URL: databaseUrl,
      ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
    },
  });
  return [first, second];
}

/** The first one has the database and the files of both. */
export async function stopStacks([first, second]: readonly [Stack, Stack]): Promise<void> {
  await second.stop();
  await first.stop();
}

/** A number of one server, which is not reached through the proxy. */
export async function metric({ baseUrl }: Stack, name: string): Promise<number> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? 0 : Number(line.slice(name.length + 1));
}

/** What uses the cluster while its servers restart. */
export interface Load {
  readonly api: Api;
  readonly projectId: number;
  /** One client edits each of them, again and again, and reads it and the project's numbers. */
  readonly taskIds: readonly number[];
  /** They receive each edit before the next one is made. */
  readonly followers: readonly Follower[];
}

/**
 * Restarts the servers one after the other under load.
 * @returns the number of edits, each request that was not answered with 200, and the codes with which
 *   the servers ended
 */
export async function restartInTurn({ stacks, proxy }: Cluster, load: Load) {
  const { api, projectId, taskIds, followers } = load;
  let edits = 0;
  let isOver = false;
  const failures: (number | string)[] = [];
  const exitCodes: (number | undefined)[] = [];
  const clients = taskIds.map(async (id) => {
    for (let turn = 0; !isOver; turn += 1) {
      const status = turn % 2 === 0 ? 'rework' : 'completed';
      const task = `/tasks/tasks-crud/${id}`;
      const answers = [
        api.patch(task, { status }),
        api.get(`/projects/${projectId}/overview`),
        api.get(task),
      ].map((answer) => answer.then(({ status: code }) => code, String));
      const outcomes = await Promise.all(answers);
      failures.push(...outcomes.filter((outcome) => outcome !== 200));
      await allHaveNewest(followers, stacks[0].databaseUrl, projectId);
      edits += 1;
    }
  });
  for (const stack of stacks) await untilUsed(stack);
  for (const stack of stacks) {
    exitCodes.push(await stack.kill('server', 'SIGTERM'));
    await stack.restart('server');
    await untilUsed(stack);
  }
  isOver = true;
  await Promise.all(clients);
  // With the log of nginx, which names the server and the reason.
  if (failures.length > 0) failures.push(proxy.log());
  return { edits, failures, exitCodes };
}

/** Waits until nginx sends requests to a server that was restarted. */
async function untilUsed(stack: Stack): Promise<void> {
  const route = 'method="GET",route="/api/v1/projects/:projectId/overview",status="200"';
  await eventually(
    'nginx to use the server again',
    async () => (await metric(stack, `http_request_duration_seconds_count{${route}}`)) > 0,
  );
}
