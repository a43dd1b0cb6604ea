import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a minimal server, a baseline, in a process of its own.
 * @param {URL} script which sends its address once it listens
 * @param {import('node:child_process').Serializable} given message to the script
 */
export async function startBare(script, given) {
  const server = fork(fileURLToPath(script));
  server.send(given);
  const [{ port }] = await once(server, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(server, 'exit');
      server.disconnect();
      await ended;
    },
  };
}
