import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { transformWithOxc } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';

let script: string;

beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-shutdown-'));
  const source = new URL('./shutdown.ts', import.meta.url).pathname;
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source);
  writeFileSync(join(dir, 'shutdown.mjs'), code);
  script = join(dir, 'main.mjs');
  writeFileSync(
    script,
    `import { onShutdown } from ${JSON.stringify(pathToFileURL(join(dir, 'shutdown.mjs')).href)};
     onShutdown(() => console.log('first registered'));
     onShutdown(() => { throw new Error('fails'); });
     onShutdown(async () => { await new Promise((r) => setImmediate(r)); console.log('last registered'); });
     setInterval(() => {}, 1000);
     process.send('up');`,
  );
});

async function ended(
  end: (child: ChildProcess) => void,
): Promise<{ output: string; code: unknown }> {
  const child = fork(script, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  await once(child, 'message');
  const exit = once(child, 'exit');
  end(child);
  const output = child.stdout === null ? '' : await text(child.stdout);
  await exit;
  return { output, code: child.exitCode };
}

describe('shutting down', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'RUN-17 runs each cleanup step once on %s, last first, also if a step fails',
    async (signal) => {
      const { output, code } = await ended((child) => {
        child.kill(signal);
        child.kill(signal);
      });
      expect(output).toBe('last registered\nfirst registered\n');
      expect(code).toBe(1);
    },
  );

  it('RUN-18 also happens when the launcher has ended', async () => {
    const { output } = await ended((child) => child.disconnect());
    expect(output).toBe('last registered\nfirst registered\n');
  });
});
