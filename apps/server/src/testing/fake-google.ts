import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Config } from '@portal/platform/config';

export interface FakeGoogle {
  /** Configures the portal to use it. */
  readonly config: Pick<Config, 'identity' | 'googleEndpoints'>;
  /** The form of the last token request. */
  readonly lastTokenRequest: () => URLSearchParams;
  /** The response to the next calls: this account, or an error. */
  answerWith(answer: Readonly<Record<string, unknown>> | 'server-error' | 'refused-code'): void;
  stop(): Promise<void>;
}

/** A fake of Google's token and userinfo endpoints; the test chooses the account. */
export async function startFakeGoogle(): Promise<FakeGoogle> {
  let answer: Parameters<FakeGoogle['answerWith']>[0] = {};
  let form = new URLSearchParams();
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/token') form = new URLSearchParams(await bodyOf(request));
      if (answer === 'server-error') reply(response, 500, { error: { message: 'secret detail' } });
      else if (answer === 'refused-code') reply(response, 400, { error: 'invalid_grant' });
      else if (request.url === '/token') reply(response, 200, { access_token: 'token' });
      else if (request.headers.authorization === 'Bearer token') reply(response, 200, answer);
      else reply(response, 401, { error: 'invalid_request' });
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

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
  return body;
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
