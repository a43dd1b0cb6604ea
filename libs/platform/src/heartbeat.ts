import { rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from './make-directory.js';

const EVERY_MS = 5_000;

/** Longer than any pause of a healthy event loop. */
const SILENCE_MS = 30_000;

/**
 * Shows that a process without a port is alive: touches a file in the data directory while the
 * event loop runs. One file per host, because several hosts can share the directory. Processes of one
 * name on one host share it: what one removes, the next beat of another makes again.
 * @returns a function that stops the heartbeat and removes the file
 */
export function startHeartbeat(dataDir: string, name: string): () => void {
  makeDirectory(dataDir);
  const path = heartbeatFile(dataDir, name);
  beat(path);
  const timer = setInterval(() => {
    try {
      beat(path);
    } catch {
      // The health check sees that the beat is missing, for example on a full disk.
    }
  }, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    rmSync(path, { force: true });
  };
}

function beat(path: string): void {
  const now = new Date();
  writeFileSync(path, '');
  utimesSync(path, now, now);
}

/** Whether the process of that name on this host has sent a recent heartbeat. */
export function isBeating(dataDir: string, name: string, now = Date.now()): boolean {
  return hasBeatenSince(dataDir, name, now - SILENCE_MS);
}

/** Whether the process has sent a heartbeat since `moment`, in milliseconds. */
export function hasBeatenSince(dataDir: string, name: string, moment: number): boolean {
  const file = statSync(heartbeatFile(dataDir, name), { throwIfNoEntry: false });
  return file !== undefined && file.mtimeMs > moment;
}

function heartbeatFile(dataDir: string, name: string): string {
  return join(dataDir, `${name}-${hostname()}.alive`);
}
