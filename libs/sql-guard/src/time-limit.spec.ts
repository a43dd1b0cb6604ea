import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { whenOverTime } from './time-limit.js';

const LIMIT_MS = 50;

function workSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function work(ms: number): void {
  const before = process.cpuUsage();
  while (workSince(before) < ms);
}

describe('the time limit of a text', () => {
  it('GUARD-12 ends when the process has used the CPU time', async () => {
    let isOver = false;
    whenOverTime(LIMIT_MS, () => (isOver = true));
    work(2 * LIMIT_MS);
    await delay(0);
    await turn();
    expect(isOver).toBe(true);
  });

  it('GUARD-12 is longer if the process gets little CPU time, but ends', async () => {
    const [begun, before] = [performance.now(), process.cpuUsage()];
    await new Promise<void>((resolve) => whenOverTime(LIMIT_MS, resolve));
    const isLong = performance.now() - begun >= 5 * LIMIT_MS;
    expect(isLong || workSince(before) >= LIMIT_MS).toBe(true);
  });

  it('GUARD-12 does not end completed work', async () => {
    let isOver = false;
    const stop = whenOverTime(LIMIT_MS, () => (isOver = true));
    stop();
    work(2 * LIMIT_MS);
    await delay(0);
    await turn();
    expect(isOver).toBe(false);
  });
});
