import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/testing/free-port';
import { eventually } from '../../support/eventually.js';

/** A Redis of its own, which keeps nothing over a restart. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly dir: string,
    private readonly port: number,
  ) {}

  static async open(): Promise<RedisServer> {
    const dir = await mkdtemp(join(tmpdir(), 'portal-redis-'));
    const redis = new RedisServer(dir, await freePort());
    await redis.start();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', this.dir];
    this.child = spawn('redis-server', ['--port', String(this.port), ...options], {
      stdio: 'ignore',
    });
    await eventually('Redis to listen', () => accepts(this.port));
  }

  async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child === undefined) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.dir, { recursive: true, force: true });
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } finally {
    socket.destroy();
  }
}
