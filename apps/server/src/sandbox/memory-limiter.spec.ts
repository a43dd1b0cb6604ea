import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryLimiter } from './memory-limiter.js';

const OWN = { uid: process.geteuid?.() ?? 0, gid: process.getegid?.() ?? 0 };
const mayBeLocal = spawnSync('prlimit', ['--version']).status === 0;

let limiter: MemoryLimiter;
let other: ChildProcess;
beforeEach(() => {
  limiter = new MemoryLimiter();
  other = spawn('sleep', ['600']);
});
afterEach(async () => {
  limiter.stop();
  other.kill('SIGKILL');
  // A helper that ends is still listed for a moment, without an environment.
  await expect.poll(helpers).toEqual([]);
});

function boundOf(pid: number): string | undefined {
  return /^Max address space\s+(\S+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1];
}

function helpers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        return (
          new RegExp(`^PPid:\\s*${process.pid}$`, 'm').test(status) &&
          readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('prlimit --pid')
        );
      } catch {
        return false;
      }
    });
}

describe.skipIf(!mayBeLocal)('bounds of memory', () => {
  it('SBX-28 are set when `limit` resolves, also if several are requested together', async () => {
    const pid = other.pid ?? 0;
    await limiter.limit(pid, 2_000_000_000, OWN);
    expect(boundOf(pid)).toBe('2000000000');
    const second = spawn('sleep', ['600']);
    await Promise.all([
      limiter.limit(pid, 1_000_000_000, OWN),
      limiter.limit(second.pid ?? 0, 1_500_000_000, OWN),
    ]);
    expect([boundOf(pid), boundOf(second.pid ?? 0)]).toEqual(['1000000000', '1500000000']);
    second.kill('SIGKILL');
    expect(helpers()).toHaveLength(1);
  });

  it('SBX-28 that cannot be set are reported, and the next one is set', async () => {
    await expect(limiter.limit(2 ** 31 - 1, 1_000_000_000, OWN)).rejects.toThrow(
      'prlimit failed: exit code',
    );
    for (const strange of [-1, 0.5, NaN, 1e300]) {
      await expect(limiter.limit(strange, 1_000_000_000, OWN)).rejects.toThrow('not a process');
    }
    await limiter.limit(other.pid ?? 0, 2_000_000_000, OWN);
    expect(boundOf(other.pid ?? 0)).toBe('2000000000');
  });

  it('SBX-28 are set by a new helper after the first has died or was stopped', async () => {
    const pid = other.pid ?? 0;
    await limiter.limit(pid, 2_000_000_000, OWN);
    for (const helper of helpers()) process.kill(helper, 'SIGKILL');
    await expect.poll(helpers).toEqual([]);
    await limiter.limit(pid, 1_500_000_000, OWN);
    limiter.stop();
    await expect.poll(helpers).toEqual([]);
    await limiter.limit(pid, 1_000_000_000, OWN);
    expect(boundOf(pid)).toBe('1000000000');
  });

  it('SBX-28 are set by a helper without secrets in its environment', async () => {
    await limiter.limit(other.pid ?? 0, 2_000_000_000, OWN);
    const [helper] = helpers();
    const environment = readFileSync(`/proc/${helper}/environ`, 'utf8').split('\0').filter(Boolean);
    expect(environment.map((entry) => entry.split('=')[0])).toEqual(['PATH']);
  });
});
