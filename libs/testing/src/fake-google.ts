import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '@portal/platform/config';

export interface FakeGoogle {
  /** Configures the portal to use it. */
  readonly config: Pick<Config, 'identity'> & Required<Pick<Config, 'googleEndpoints'>>;
  /** The form of the last token request. */
  readonly lastTokenRequest: () => URLSearchParams;
  /** The response to the next calls, for everybody: this account, with a `sub` of its address unless it has one, or an error. */
  answerWith(answer: Readonly<Record<string, unknown>> | 'server-error' | 'refused-code'): void;
  stop(): Promise<void>;
}

type Answer = Parameters<FakeGoogle['answerWith']>[0];

/**
 * A fake of Google's three endpoints. Without `answerWith` the account is the one that `login_hint` names at
 * the first of them, as the user would choose it: its email is the code and the token.
 */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  let answer: Answer | undefined;
  let form = new URLSearchParams();
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '', 'http://google');
      if (url.pathname === '/token') form = new URLSearchParams(await bodyOf(request));
      if (url.pathname === '/authorize') sendBack(response, url.searchParams);
      else if (answer === 'server-error')
        reply(response, 500, { error: { message: 'secret detail' } });
      else if (answer === 'refused-code') reply(response, 400, { error: 'invalid_grant' });
      else if (url.pathname === '/token') reply(response, 200, { access_token: form.get('code') });
      else replyWithAccount(request, response, answer);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  const url = `http://127.0.0.1:${address.port}`;
  return {
    config: {
      identity: { kind: 'google', clientId: 'portal', clientSecret: 'secret' },
      googleEndpoints: {
        authorizationUrl: `${url}/authorize`,
        tokenUrl: `${url}/token`,
        userInfoUrl: `${url}/userinfo`,
      },
    },
    lastTokenRequest: () => form,
    answerWith(next) {
      answer = next;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Without a page: the user has chosen an account and agreed. */
function sendBack(response: ServerResponse, query: URLSearchParams): void {
  const back = new URL(query.get('redirect_uri') ?? '');
  back.searchParams.set('code', query.get('login_hint') ?? '');
  back.searchParams.set('state', query.get('state') ?? '');
  response.writeHead(302, { location: back.href }).end();
}

function replyWithAccount(
  request: IncomingMessage,
  response: ServerResponse,
  account: Readonly<Record<string, unknown>> | undefined,
): void {
  const [, email] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
  if (email === undefined) reply(response, 401, { error: 'invalid_request' });
  else {
    const { email: address = email, ...rest } = account ?? { email_verified: true, name: email };
    reply(response, 200, { sub: subOf(String(address)), email: address, ...rest });
  }
}

/** Of the account that has this address, unless a test says otherwise. */
function subOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 21);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
