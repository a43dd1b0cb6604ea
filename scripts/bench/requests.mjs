import { request } from 'node:http';

/** Milliseconds from sending a GET to the end of its answer, which has to be 200. */
export function timedGet(url, token, agent) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const headers = { authorization: `Bearer ${token}` };
    request(url, { agent, headers }, (response) => {
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
      response.resume();
    })
      .on('error', reject)
      .end();
  });
}
