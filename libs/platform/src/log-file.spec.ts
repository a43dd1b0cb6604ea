import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { LogFile } from './log-file.js';

const dir = (): string => mkdtempSync(join(tmpdir(), 'portal-log-'));

describe('the log file of a part', () => {
  it('RUN-39 is readable by its owner only, and a start loses nothing', () => {
    const path = join(dir(), 'logs', 'server.log');
    const first = new LogFile(path);
    first.write('first\n');
    first.close();
    const second = new LogFile(path);
    second.write('second\n');
    expect(readFileSync(path, 'utf8')).toBe('first\nsecond\n');
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('RUN-39 never exceeds its limit, also over starts, with four previous files', () => {
    const path = join(dir(), 'server.log');
    let log = new LogFile(path, 0, 1_000);
    const lines = Array.from({ length: 700 }, (_, number) => `line ${number}`);
    for (const [number, line] of lines.entries()) {
      log.write(`${line}\n`);
      expect(statSync(path).size).toBeLessThanOrEqual(1_000);
      if (number % 90 === 0) {
        log.close();
        log = new LogFile(path, 0, 1_000);
      }
    }
    const files = [...[4, 3, 2, 1].map((number) => `server.log.${number}`), 'server.log'];
    expect(readdirSync(join(path, '..')).toSorted()).toEqual(files.toSorted());
    // No line is lost at a rotation.
    const kept = files.map((name) => readFileSync(join(path, '..', name), 'utf8')).join('');
    const last = kept.trimEnd().split('\n');
    expect(last).toEqual(lines.slice(-last.length));
    expect(kept.length).toBeGreaterThan(4_000);
  });

  it('OPS-44 begins another file after a fifth of its days, also after a start', () => {
    const DAY_MS = 24 * 3_600_000;
    const path = join(dir(), 'server.log');
    const names = () => readdirSync(join(path, '..')).toSorted();
    const now = Date.now();
    const days = vi.spyOn(Date, 'now');
    new LogFile(path, 30).write('old\n');
    days.mockReturnValue(now + 5.9 * DAY_MS);
    const log = new LogFile(path, 30);
    log.write('younger\n');
    new LogFile(path, 0).write('for ever\n');
    expect(names()).toEqual(['server.log']);
    days.mockReturnValue(now + 6.1 * DAY_MS);
    log.write('new\n');
    days.mockRestore();
    expect(names()).toEqual(['server.log', 'server.log.1']);
    expect(readFileSync(path, 'utf8')).toBe('new\n');
  });

  it('RUN-39 ignores write errors, and continues when it can', () => {
    const folder = join(dir(), 'logs');
    const log = new LogFile(join(folder, 'server.log'), 0, 100);
    rmSync(folder, { recursive: true });
    writeFileSync(folder, 'in the way');
    for (let line = 0; line < 20; line += 1) log.write('lost line\n');
    rmSync(folder);
    log.write('kept line\n');
    expect(readFileSync(log.path, 'utf8')).toBe('kept line\n');
  });

  it('RUN-36 returns its last lines, formatted for reading', () => {
    const path = join(dir(), 'server.log');
    new LogFile(path).write('of an earlier start\n');
    expect(new LogFile(path).lastLines()).toBe('');
    const log = new LogFile(path);
    for (let number = 0; number < 60; number += 1) log.write(`line ${number}\n`);
    log.write('{"msg":"listening","context":"Server"}\n{"msg":"no","err":{"stack":"Error: no"}}\n');
    log.write('{"else":1}\n');
    const lines = log.lastLines().split('\n');
    expect(lines.length).toBe(40);
    expect(lines.slice(-4)).toEqual([
      'line 59',
      '[Server] listening',
      'no Error: no',
      '{"else":1}',
    ]);
  });
});
