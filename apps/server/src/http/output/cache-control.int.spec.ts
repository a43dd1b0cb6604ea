import { tokenResponseSchema } from '@portal/contracts/auth';
import { finishSignIn, signIn, startSignIn } from '@portal/testing/sign-in';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RawRequest } from '../../testing/raw-request.js';
import { get, post, send } from '../../testing/requests.js';
import { sharedServer } from '../../testing/shared-server.js';
import type { TestServer } from '../../testing/test-server.js';
import { RouteAudit } from '../routes/route-audit.js';

const PUBLIC = ['/api/v1/about', '/api/v1/auth/config', '/api/openapi.json'];
const PAGE = ['/api/docs', '/api/docs/start.js', '/api/docs/swagger-ui.css'];
const NOTHING = 'no-store';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await sharedServer();
  token = (await signIn(server.baseUrl, 'admin@example.com')).access_token;
});
afterAll(() => server.stop());

const cached = ({ headers }: Response): string | null => headers.get('cache-control');
const ask = (path: string, bearer?: string): Promise<Response> =>
  get(server.baseUrl + path, bearer);

describe('caches', () => {
  it('ERR-17 forbids caching of tokens and of refused sign-ins', async () => {
    const pending = await startSignIn(server.baseUrl, 'lead@example.com');
    const signedIn = await finishSignIn(server.baseUrl, pending);
    expect([signedIn.status, cached(signedIn)]).toEqual([200, NOTHING]);
    const { refresh_token } = tokenResponseSchema.parse(await signedIn.json());
    const refresh = (): Promise<Response> =>
      post(`${server.baseUrl}/api/auth/refresh`, { refresh_token });
    const refreshed = await refresh();
    expect([refreshed.status, cached(refreshed)]).toEqual([200, NOTHING]);
    const fresh = tokenResponseSchema.parse(await refreshed.json());
    const left = await post(`${server.baseUrl}/api/v1/auth/logout`, fresh);
    expect([left.status, cached(left)]).toEqual([400, NOTHING]);
    // Its response may have been lost: a second use is served, a third one is not.
    expect((await refresh()).status).toBe(200);
    const reused = await refresh();
    expect([reused.status, cached(reused)]).toEqual([401, NOTHING]);
    const { refresh_token: other } = await signIn(server.baseUrl, 'lead@example.com');
    const out = await post(`${server.baseUrl}/api/v1/auth/logout`, { refresh_token: other });
    expect([out.status, cached(out)]).toEqual([204, NOTHING]);
  });

  it('ERR-17 forbids caching of responses for a caller, also with an ETag or as a file', async () => {
    const project = await send('POST', `${server.baseUrl}/api/v1/projects/`, token, {
      name: 'Alpha',
    });
    expect([project.status, cached(project)]).toEqual([201, NOTHING]);
    const { id } = (await project.json()) as { id: number };
    const paths = ['/projects/', '/auth/profile/me', '/auth/users/', '/tasks/imports/', '/audit/'];
    for (const path of paths) {
      for (let n = 0; n < 3; n += 1) {
        const list = await ask(`/api/v1${path}`, token);
        expect([path, list.status, cached(list)]).toEqual([path, 200, NOTHING]);
      }
    }
    const overview = `${server.baseUrl}/api/v1/projects/${id}/overview`;
    const first = await get(overview, token);
    expect([first.status, cached(first)]).toEqual([200, NOTHING]);
    const held = await fetch(overview, {
      headers: {
        authorization: `Bearer ${token}`,
        'if-none-match': first.headers.get('etag') ?? '',
      },
    });
    expect([held.status, cached(held)]).toEqual([304, NOTHING]);
  });

  it('ERR-17 forbids caching of refusals on any route', async () => {
    const routes = server.app.get(RouteAudit).routes();
    for (const { method, path } of routes.filter(({ access }) => access?.rule.kind !== 'anyone')) {
      const url = server.baseUrl + path.replaceAll(/:\w+/g, '1');
      const refused = await fetch(url, { method });
      expect([method, path, refused.status, cached(refused)]).toEqual([method, path, 401, NOTHING]);
    }
    const others = ['/api/v1/nowhere', '/api/docs/nothing', '/api/v1/%ff', '/api/v1/auth/token'];
    for (const path of [...others, `/api/v1/about?x=${'x'.repeat(17_000)}`]) {
      expect([path.slice(0, 20), cached(await ask(path))]).toEqual([path.slice(0, 20), NOTHING]);
    }
    const broken = await RawRequest.open(server.baseUrl, [
      'GET /api/v1/about HTTP/1.1',
      'no header',
    ]);
    expect(await broken.ended()).toMatch(/^HTTP\/1\.1 400 .*^cache-control: no-store/ms);
  });

  it('ERR-17 allows caching of public responses', async () => {
    for (const path of [...PUBLIC, ...PAGE]) {
      const answer = await ask(path);
      await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      expect(cached(answer)).toMatch(/^(?:no-cache|public, max-age=\d+)$/);
    }
  });
});
