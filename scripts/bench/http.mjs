import { Client } from 'undici';

/** Tokens live 15 minutes. */
const RENEW_AFTER_MS = 300_000;

/** @typedef {ReturnType<typeof connectTo>} Connection */

/**
 * One keep-alive connection to a server. A request resolves with the milliseconds from sending it to the end of its
 * response. The response is read and not parsed: a client that does more would be part of the measurement.
 * @param {string} origin such as `http://127.0.0.1:3000`
 * @param {() => Promise<string>} newToken
 */
export function connectTo(origin, newToken) {
  const client = new Client(origin, { headersTimeout: 0, bodyTimeout: 0 });
  let token = '';
  let renewAt = 0;
  /**
   * @param {'GET' | 'POST' | 'PATCH'} method
   * @param {string} path
   * @param {object | null} [content] sent as JSON
   * @param {AbortSignal | null} [signal]
   */
  async function send(method, path, content = null, signal = null) {
    if (performance.now() > renewAt) {
      token = await newToken();
      renewAt = performance.now() + RENEW_AFTER_MS;
    }
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const started = performance.now();
    const body = content && JSON.stringify(content);
    const answer = await client.request({ method, path, headers, body, signal });
    await answer.body.dump({ limit: Infinity });
    if (answer.statusCode >= 300)
      throw new Error(`${method} ${path} answered ${answer.statusCode}`);
    return performance.now() - started;
  }
  return {
    /** @param {string} path */
    get: (path) => send('GET', path),
    send,
    /** Ends the requests that are open, too. */
    close: () => client.destroy(),
  };
}
