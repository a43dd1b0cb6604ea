import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/testing/free-port';
import { emptyRedis } from '@portal/testing/redis';
import { eventually } from '../support/eventually.js';
import { image } from './image.js';

/** A program beside the portal. */
interface Service {
  readonly url: string;
  stop(): Promise<void>;
}

/** Redis, with the settings of docker compose but the disk. */
export async function startRedis(): Promise<Service> {
  const port = await freePort();
  const dir = await mkdtemp(join(tmpdir(), 'portal-redis-'));
  const settings = ['--bind', '127.0.0.1', '--maxmemory-policy', 'noeviction', '--save', ''];
  const redis = spawn('redis-server', ['--port', String(port), '--dir', dir, ...settings], {
    stdio: 'ignore',
  });
  const url = `redis://127.0.0.1:${port}`;
  await eventually('Redis', () => emptyRedis(url).then(() => true));
  return {
    url,
    async stop() {
      await end(redis);
      await rm(dir, { recursive: true });
    },
  };
}

/** A server of S3 with one bucket. */
export async function startBucket(name: string): Promise<Service> {
  const port = await freePort();
  const server = spawn(image.node, [image.bucketServer], {
    env: { FAUXQS_PORT: String(port), FAUXQS_HOST: '127.0.0.1' },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  // It takes any key, and learns from the header which of its services is meant.
  const authorization = 'AWS4-HMAC-SHA256 Credential=key/20260101/us-east-1/s3/aws4_request';
  await eventually(
    'the bucket',
    async () => (await fetch(`${url}/${name}`, { method: 'PUT', headers: { authorization } })).ok,
  );
  return { url, stop: () => end(server) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}
