import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

/** @typedef {{ method?: string, headers?: Record<string, string>, body?: string | FormData, redirect?: 'manual' }} Call */

/** Access tokens live 15 minutes; a new one is requested well before. */
const RENEW_AFTER_MS = 10 * 60_000;

/**
 * The portal does not respond, or responds with a 5xx status; a later call may succeed, after so many `seconds` if the
 * response says `Retry-After`.
 */
export class PortalUnavailable extends Error {
  /** @type {number | undefined} */
  seconds;
}

/**
 * The portal's REST API as a demo account. The first call signs in as a browser does.
 * @param {string} baseUrl URL of the portal
 * @param {string} email one of the demo accounts
 * @param {number} retries how often a call is made again after a response with `Retry-After`
 */
export function demoClient(baseUrl, email, retries = 0) {
  let accessToken = '';
  let renewAt = 0;

  /**
   * Calls `/api/v1{path}`; throws with the problem's detail on an error response.
   * @template T
   * @param {string} path
   * @param {Call} [init]
   * @returns {Promise<T>}
   */
  async function call(path, init = {}) {
    for (let left = retries; ; left--) {
      try {
        // Not with the refresh token: it works once, and its response can be lost with the server.
        if (Date.now() > renewAt) {
          accessToken = await signIn(baseUrl, email);
          renewAt = Date.now() + RENEW_AFTER_MS;
        }
        const headers = { ...init.headers, authorization: `Bearer ${accessToken}` };
        return await json(`${baseUrl}/api/v1${path}`, { ...init, headers });
      } catch (error) {
        const seconds = error instanceof PortalUnavailable ? error.seconds : undefined;
        if (seconds === undefined || left === 0) throw error;
        await delay(seconds * 1000);
      }
    }
  }

  /** @param {string} method @returns {<T>(path: string, body: object) => Promise<T>} */
  const send = (method) => (path, body) => call(path, withJson(method, body));

  return {
    /** @type {<T>(path: string) => Promise<T>} */
    get: (path) => call(path),
    post: send('POST'),
    patch: send('PATCH'),
    /**
     * Uploads a task file and follows its import to the end.
     * @param {Blob} file
     * @param {string} fileName
     * @param {(state: import('@portal/contracts/import-detail').ImportDetail) => void} [onProgress]
     */
    async upload(file, fileName, onProgress = () => {}) {
      const form = new FormData();
      form.append('file', file, fileName);
      const headers = { prefer: 'respond-async' };
      /** @type {import('@portal/contracts/import-detail').ImportDetail} */
      let state = await call('/tasks/upload', { method: 'POST', headers, body: form });
      for (;;) {
        state = await call(`/tasks/imports/${state.import_id}`);
        onProgress(state);
        const { status, tasks_imported: counts, failure } = state;
        if (counts !== null) return counts;
        if (status !== 'queued' && status !== 'running') {
          throw new Error(`The import ${status}: ${failure?.detail ?? 'no reason given'}`);
        }
        await delay(250);
      }
    },
  };
}

/**
 * The authorisation code flow with PKCE; `login_hint` selects the account.
 * @param {string} baseUrl
 * @param {string} email
 */
async function signIn(baseUrl, email) {
  /** @type {import('@portal/contracts/auth').AuthConfig} */
  const config = await json(`${baseUrl}/api/v1/auth/config`);
  const { client_id, redirect_uri, scope } = config;
  const code_verifier = randomBytes(32).toString('base64url');
  const authorize = new URL(config.authorization_url);
  authorize.search = new URLSearchParams({
    ...{ response_type: 'code', client_id, redirect_uri, scope, login_hint: email },
    code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const { response: redirect } = await request(authorize, { redirect: 'manual' });
  const location = redirect.headers.get('location');
  if (location === null) {
    throw new Error(`The demo sign-in answered ${redirect.status}; is this portal in demo mode?`);
  }
  const code = new URL(location, authorize).searchParams.get('code');
  const exchange = withJson('POST', { code, code_verifier, redirect_uri });
  /** @type {import('@portal/contracts/auth').TokenResponse} */
  const { access_token } = await json(`${baseUrl}/api/v1/auth/token`, exchange);
  return access_token;
}

/** @param {string} method @param {object} body @returns {Call} */
function withJson(method, body) {
  const headers = { 'content-type': 'application/json' };
  return { method, headers, body: JSON.stringify(body) };
}

/** @type {<T>(url: string, init?: Call) => Promise<T>} */
async function json(url, init) {
  const { response, text } = await request(url, init);
  if (!response.ok) throw new Error(failure(response, text));
  return JSON.parse(text);
}

/** @param {string | URL} url @param {Call} [init] */
async function request(url, init) {
  try {
    const response = await fetch(url, init);
    const text = await response.text();
    const seconds = response.headers.get('retry-after');
    if (response.status < 500 && seconds === null) return { response, text };
    const error = new PortalUnavailable(failure(response, text));
    if (seconds !== null) error.seconds = Number(seconds);
    throw error;
  } catch (error) {
    // fetch throws a TypeError when there is no connection, or it ends before the response does.
    if (!(error instanceof TypeError)) throw error;
    const { cause } = error;
    const reason = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
    throw new PortalUnavailable(`${url} does not respond (${reason})`, { cause: error });
  }
}

/** @param {Response} response @param {string} text */
function failure(response, text) {
  return `${response.url} answered ${response.status}: ${text.slice(0, 500)}`;
}
