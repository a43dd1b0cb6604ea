import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Has a child process stopped when this process ends without a chance to stop it, by `kill -9`
 * say. A small shell reads a pipe from this process; the pipe closes when this process is gone.
 * @returns a function that lets the guard go, to be called before stopping the child in order
 */
export function guard(child: ChildProcess): () => void {
  if (process.platform === 'win32' || child.pid === undefined) return () => undefined;
  const watcher = spawn('/bin/sh', ['-c', 'cat >/dev/null; kill -INT "$1"', 'sh', `${child.pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C must not reach it before this process has stopped the child itself.
    detached: true,
  });
  watcher.unref();
  const dismiss = (): void => {
    watcher.kill('SIGKILL');
  };
  // The number of an ended process may be given to another one.
  child.once('exit', dismiss);
  return dismiss;
}
