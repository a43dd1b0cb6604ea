import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Has a child process stopped when this process ends without a chance to stop it, by `kill -9`
 * say. A small shell reads a pipe from this process; the pipe closes when this process is gone.
 */
export function guard(child: ChildProcess): void {
  if (process.platform === 'win32' || child.pid === undefined) return;
  const watcher = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -INT "$1"', 'sh', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not reach it before this process has stopped the child itself.
    detached: true,
  });
  watcher.unref();
  // The number of an ended process may be given to another one.
  child.once('exit', () => watcher.kill('SIGKILL'));
}
