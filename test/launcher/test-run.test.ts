import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { allEnded, descendants } from './launcher.js';

const REPOSITORY = new URL('../../', import.meta.url).pathname;
const WRITES_FILES = 'libs/platform/src/log-file.spec.ts';

let dir: string;
/** As on a terminal: without the services and the temporary directory of the surrounding run. */
let env: Record<string, string>;
const runs: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'portal-temporary-'));
  env = { PATH: process.env['PATH'] ?? '', TMPDIR: dir };
});
afterEach(async () => {
  for (const run of runs.splice(0)) {
    if (run.exitCode !== null || run.signalCode !== null) continue;
    const ended = once(run, 'close');
    run.kill();
    await ended;
  }
  rmSync(dir, { recursive: true, force: true });
});

describe('a test run', () => {
  it('RUN-49 leaves nothing in the temporary directory', async () => {
    const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', WRITES_FILES];
    const { stdout } = await promisify(execFile)(process.execPath, vitest, {
      cwd: REPOSITORY,
      env,
    });
    expect(JSON.parse(stdout)).toMatchObject({ success: true });
    expect(readdirSync(dir)).toEqual([]);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'RUN-49 leaves nothing and no process when it is interrupted by %s',
    async (signal) => {
      const run = spawn(process.execPath, ['scripts/test.mjs'], { cwd: REPOSITORY, env });
      runs.push(run);
      const ended = once(run, 'close');
      let output = '';
      run.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
      // The runner and its two workers, which take minutes to the first result on a busy machine.
      await eventually(
        'tests to run',
        () => output.includes('RUN ') && descendants(run.pid ?? 0).length > 2,
      );
      expect(readdirSync(dir)).toHaveLength(1);
      const started = descendants(run.pid ?? 0);
      run.kill(signal);
      await ended;
      expect(output.trimEnd().split('\n').slice(-2)).toEqual([
        `Interrupted by ${signal}`,
        '0 passed, 1 failed',
      ]);
      await allEnded(started);
      expect(readdirSync(dir)).toEqual([]);
    },
  );
});
