import { existsSync } from 'node:fs';
import { chmod, mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@portal/launcher/postgres/embedded';

/** The services of the integration and system tests. */
export interface TestServices {
  /** Owner connection to a cluster in which databases are created and dropped. */
  readonly postgresUrl: string;
  /** Undefined without Redis: the tests use PostgreSQL alone. */
  readonly redisUrl: string | undefined;
  /** Origin of the services, for the log of a test run. */
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Finds or starts the services, in this order: the ones of an enclosing run, containers if a Docker
 * engine responds, services named in the environment, the embedded PostgreSQL.
 */
export async function startTestServices(env: NodeJS.ProcessEnv): Promise<TestServices> {
  const started = env['PORTAL_TEST_POSTGRES_URL'];
  if (started !== undefined) {
    const redisUrl = env['PORTAL_TEST_REDIS_URL'];
    return { postgresUrl: started, redisUrl, origin: 'surrounding run', stop: nothing };
  }
  if (await dockerAnswers()) return containers();

  const named = env['TEST_DATABASE_URL'];
  const redisUrl = env['TEST_REDIS_URL'];
  if (named !== undefined) {
    return { postgresUrl: named, redisUrl, origin: 'environment', stop: nothing };
  }
  const dir = await mkdtemp(join(tmpdir(), 'portal-test-'));
  // The database can run as another user than this process.
  await chmod(dir, 0o755);
  const postgres = await startEmbeddedPostgres({ dir: join(dir, 'postgres'), temporary: true });
  return {
    postgresUrl: postgres.url,
    redisUrl,
    origin: 'embedded PostgreSQL',
    stop: () => postgres.stop(),
  };
}

async function containers(): Promise<TestServices> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const [postgres, redis] = await Promise.all([
    new GenericContainer('postgres:18')
      .withEnvironment({ POSTGRES_PASSWORD: 'test' })
      .withExposedPorts(5432)
      .withCommand(['postgres', '-c', 'fsync=off', '-c', 'max_connections=400'])
      .withWaitStrategy(Wait.forLogMessage('database system is ready to accept connections', 2))
      .start(),
    new GenericContainer('redis:8').withExposedPorts(6379).start(),
  ]);
  const at = `${postgres.getHost()}:${postgres.getMappedPort(5432)}`;
  return {
    postgresUrl: `postgresql://postgres:test@${at}/postgres`,
    redisUrl: `redis://${redis.getHost()}:${redis.getMappedPort(6379)}`,
    origin: 'containers',
    async stop() {
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}

/** Whether a Docker engine responds; an installed client is not enough. */
async function dockerAnswers(): Promise<boolean> {
  const host = process.env['DOCKER_HOST'];
  if (host !== undefined && !host.startsWith('unix://')) return true;
  const socketPath = host?.slice('unix://'.length) ?? '/var/run/docker.sock';
  if (!existsSync(socketPath)) return false;
  return new Promise((resolve) => {
    request({ socketPath, path: '/_ping', timeout: 1_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    })
      .on('timeout', () => resolve(false))
      .on('error', () => resolve(false))
      .end();
  });
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
