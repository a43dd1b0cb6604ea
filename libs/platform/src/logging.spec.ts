import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VERSION } from '@portal/contracts/version';
import type { Logger } from 'pino';
import { transformWithOxc } from 'vite';
import { describe, expect, it } from 'vitest';
import { createLogger, NestLogger } from './logging.js';

/** The log records that `log` writes. */
function records(log: (logger: Logger) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  log(createLogger('test', 'trace', { write: (line: string) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('logging', () => {
  it('RUN-15 writes Nest’s messages as records with their context', () => {
    const [started, failed] = records((logger) => {
      const nest = new NestLogger(logger);
      nest.log('started', 'NestFactory');
      nest.error(new Error('no'), 'stack', 'Importer');
    });
    expect(started).toMatchObject({ level: 30, msg: 'started', context: 'NestFactory' });
    expect(failed).toMatchObject({ level: 50, msg: 'no', context: 'Importer' });
    expect(failed).toHaveProperty('err.stack');
  });

  it('SYS-218 writes the version and the process into each record', () => {
    const [record] = records((logger) => logger.info('ready'));
    expect(record).toMatchObject({ version: VERSION, pid: process.pid, name: 'test' });
  });

  it('SYS-235 has no line for each route and module, except for debugging', () => {
    const lines = records((logger) => {
      const nest = new NestLogger(logger);
      nest.log('Mapped {/api/v1/about, GET} route', 'RouterExplorer');
      nest.log('AppModule dependencies initialized', 'InstanceLoader');
      nest.log('Nest application successfully started', 'NestApplication');
    });
    expect(lines.map(({ level }) => level)).toEqual([20, 20, 30]);
  });

  it('RUN-16 redacts credentials, and nothing else', () => {
    const [record] = records((logger) =>
      logger.info({
        req: { headers: { authorization: 'Bearer x', cookie: 'c', accept: 'text/html' } },
        token: 't',
        user: { password: 'p', name: 'Ada' },
      }),
    );
    expect(record).toMatchObject({
      req: { headers: { authorization: '[hidden]', cookie: '[hidden]', accept: 'text/html' } },
      token: '[hidden]',
      user: { password: '[hidden]', name: 'Ada' },
    });
  });

  it('RUN-16 omits the client object of database errors', () => {
    const client = { host: 'db', user: 'owner' };
    const [record] = records((logger) =>
      logger.error({ err: Object.assign(new Error('gone'), { code: '57P01', client }) }),
    );
    expect(record).toMatchObject({ err: { message: 'gone', code: '57P01' } });
    expect(JSON.stringify(record)).not.toContain('owner');
  });

  it('RUN-14 adds one listener to the output, for any number of loggers', () => {
    createLogger('test', 'silent');
    const listeners = process.stdout.listenerCount('error');
    createLogger('test', 'silent');
    expect(process.stdout.listenerCount('error')).toBe(listeners);
    expect(listeners).toBeGreaterThan(0);
  });

  it('RUN-14 lets a process exit when nobody reads its output', async () => {
    const child = await loggingProcess();
    child.stdout?.destroy();
    const exit = once(child, 'exit');
    child.send('log, then end');
    expect(await exit).toEqual([3, null]);
  });
});

/** A process that logs on request and exits with code 3. */
async function loggingProcess(): Promise<ChildProcess> {
  const dir = mkdtempSync(join(tmpdir(), 'portal-logging-'));
  const pino = pathToFileURL(createRequire(import.meta.url).resolve('pino')).href;
  writeFileSync(join(dir, 'package.json'), '{ "type": "module" }');
  const sources = ['./logging.ts', './logged-error.ts', '../../contracts/src/version.ts'];
  for (const name of sources) {
    const source = new URL(name, import.meta.url).pathname;
    const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
    writeFileSync(
      join(dir, `${basename(source, '.ts')}.js`),
      code
        .replaceAll(/["']pino["']/g, JSON.stringify(pino))
        .replaceAll(/["']@portal\/contracts\/version["']/g, JSON.stringify('./version.js')),
    );
  }
  const script = join(dir, 'main.mjs');
  writeFileSync(
    script,
    `import { createLogger } from './logging.js';
     const logger = createLogger('test', 'info');
     process.on('message', () => {
       for (let i = 0; i < 100; i++) logger.info('x'.repeat(1000));
       setImmediate(() => { logger.info('last'); process.exit(3); });
     });
     process.send('up');`,
  );
  const child = fork(script, { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  await once(child, 'message');
  return child;
}
