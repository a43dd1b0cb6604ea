import { request } from 'node:http';

/** Milliseconds from sending a GET to the end of its answer, which has to be 200. */
export async function timedGet(url, token, agent) {
  const { ms, status } = await timed('GET', url, token, undefined, { agent });
  if (status !== 200) throw new Error(`${url} answered ${status}`);
  return ms;
}

/** The same of a POST with a JSON body, whatever it answers. */
export function timedPost(url, token, body, options) {
  return timed('POST', url, token, JSON.stringify(body), options);
}

function timed(method, url, token, body, options) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const headers = {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    request(url, { method, headers, ...options }, (response) => {
      response.on('error', reject);
      response.on('end', () =>
        resolve({ ms: performance.now() - started, status: response.statusCode }),
      );
      response.resume();
    })
      .on('error', reject)
      .end(body);
  });
}
