import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Stops a child process if this process ends without cleanup, for example by `kill -9`. A small
 * shell reads a pipe from this process; the pipe closes when this process ends.
 */
export function stopWithParent(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watcher = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -INT "$1"', 'sh', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not reach the watcher before this process has stopped the child.
    detached: true,
  });
  watcher.unref();
  // The system can reuse the id of an ended process.
  child.once('exit', () => watcher.kill('SIGKILL'));
}
