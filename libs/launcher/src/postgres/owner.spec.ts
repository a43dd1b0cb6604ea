import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claim, ClusterInUseError } from './owner.js';

describe('the claim on a cluster', () => {
  it('RUN-27 refuses a second process while the first is alive', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'portal-owner-'));
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    await once(other, 'spawn');
    claim(dir, other.pid);
    expect(() => claim(dir)).toThrow(ClusterInUseError);

    other.kill('SIGKILL');
    await once(other, 'exit');
    const release = claim(dir);
    release();
    expect(() => claim(dir)()).not.toThrow();
  });
});
