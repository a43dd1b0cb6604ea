import { Client } from 'undici';

/**
 * One kept-alive connection to a server, by the client that adds the least to what it measures.
 * @param {string} origin such as `http://127.0.0.1:3000`
 */
export function connectTo(origin) {
  return new Client(origin, { headersTimeout: 0, bodyTimeout: 0 });
}

/** Milliseconds from sending a GET to the end of its answer, which has to be 200. */
export async function timedGet(connection, path, token) {
  const { ms, status } = await timed(connection, { method: 'GET', path }, token);
  if (status !== 200) throw new Error(`GET ${path} answered ${status}`);
  return ms;
}

/** The same of a POST with a JSON body, whatever it answers. */
export function timedPost(connection, path, token, body, { signal } = {}) {
  return timed(connection, { method: 'POST', path, body: JSON.stringify(body), signal }, token);
}

async function timed(connection, request, token) {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(request.body !== undefined && { 'content-type': 'application/json' }),
  };
  const started = performance.now();
  const { statusCode, body } = await connection.request({ ...request, headers });
  await body.dump({ limit: Infinity });
  return { ms: performance.now() - started, status: statusCode };
}
