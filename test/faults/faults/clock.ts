import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from '../fault.js';

/** Where `apt-get install faketime` puts it. */
const LIBRARY = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`;

export const hasFaketime = existsSync(LIBRARY);

/** The wall clock of one machine is wrong, forwards and back; that of the database and of the other one is right. */
export const clockJumps: Fault = {
  name: 'the clock of one server and its worker jumps by an hour',
  needs: 'faketime',
  async break({ cluster: { stacks }, load }) {
    const [stack] = stacks;
    const dir = await mkdtemp(join(tmpdir(), 'portal-clock-'));
    const clock = join(dir, 'offset');
    const restart = async (changes: Record<string, string>) => {
      await Promise.all([stack.kill('server', 'SIGTERM'), stack.kill('worker', 'SIGTERM')]);
      await stack.restart('server', changes);
      await stack.restart('worker');
    };
    try {
      await writeFile(clock, '+0');
      await restart({
        LD_PRELOAD: LIBRARY,
        FAKETIME_TIMESTAMP_FILE: clock,
        FAKETIME_NO_CACHE: '1',
        // Timers go on as on a real machine.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      });
      for (const offset of ['+0', '+1h', '+0', '-1h', '+0']) {
        await writeFile(clock, offset);
        await load.journal.flows();
      }
    } finally {
      await restart({ LD_PRELOAD: '' });
      await rm(dir, { recursive: true });
    }
  },
  mend: () => Promise.resolve(),
};
