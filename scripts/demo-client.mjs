import { createHash, randomBytes } from 'node:crypto';

/** Access tokens live 15 minutes; a new one is requested well before. */
const RENEW_AFTER_MS = 10 * 60_000;

/**
 * The portal's REST API as a demo account, signed in as a browser is.
 * @param {string} baseUrl URL of the portal
 * @param {string} email one of the demo accounts
 */
export async function demoClient(baseUrl, email) {
  let tokens = await signIn(baseUrl, email);
  let renewAt = Date.now() + RENEW_AFTER_MS;

  async function bearer() {
    if (Date.now() > renewAt) {
      tokens = await postJson(`${baseUrl}/api/auth/refresh`, {
        refresh_token: tokens.refresh_token,
      });
      renewAt = Date.now() + RENEW_AFTER_MS;
    }
    return `Bearer ${tokens.access_token}`;
  }

  /** Calls `/api/v1{path}`; throws with the problem's detail on an error response. */
  async function call(path, init = {}) {
    const headers = { ...init.headers, authorization: await bearer() };
    return await parse(await fetch(`${baseUrl}/api/v1${path}`, { ...init, headers }));
  }

  const send = (method) => (path, body) =>
    call(path, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  return {
    get: (path) => call(path),
    post: send('POST'),
    patch: send('PATCH'),
    /**
     * Uploads a task file and follows its import to the end.
     * @param {Blob} file
     * @param {string} fileName
     * @param {(state: { phase: string, bytes_done: number, bytes_total: number, rows_done: number,
     *   rows_total: number | null }) => void} [onProgress]
     */
    async upload(file, fileName, onProgress = () => {}) {
      const form = new FormData();
      form.append('file', file, fileName);
      const accepted = await call('/tasks/upload', {
        method: 'POST',
        headers: { prefer: 'respond-async' },
        body: form,
      });
      for (;;) {
        const state = await call(`/tasks/imports/${accepted.import_id}`);
        onProgress(state);
        if (state.status === 'completed') return state.tasks_imported;
        if (state.status !== 'queued' && state.status !== 'running') {
          throw new Error(
            `The import ${state.status}: ${state.failure?.detail ?? 'no reason given'}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
  };
}

/** The authorisation code flow with PKCE; `login_hint` selects the account. */
async function signIn(baseUrl, email) {
  const config = await parse(await fetch(`${baseUrl}/api/v1/auth/config`));
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(16).toString('base64url');
  const authorize = new URL(config.authorization_url);
  authorize.search = new URLSearchParams({
    response_type: 'code',
    client_id: config.client_id,
    redirect_uri: config.redirect_uri,
    scope: config.scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: email,
  }).toString();
  const redirect = await fetch(authorize, { redirect: 'manual' });
  const location = redirect.headers.get('location');
  if (location === null) {
    throw new Error(`The demo sign-in answered ${redirect.status}; is this portal in demo mode?`);
  }
  const returned = new URL(location, authorize).searchParams;
  if (returned.get('state') !== state) throw new Error('The sign-in came back with another state');
  return await postJson(`${baseUrl}/api/v1/auth/token`, {
    code: returned.get('code'),
    code_verifier: verifier,
    redirect_uri: config.redirect_uri,
  });
}

async function postJson(url, body) {
  return await parse(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

async function parse(response) {
  const text = await response.text();
  if (response.ok) return text === '' ? null : JSON.parse(text);
  throw new Error(`${response.url} answered ${response.status}: ${text.slice(0, 500)}`);
}
