import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A proxy that refuses the first call of each route with 503. */
export interface ReluctantProxy {
  readonly url: string;
  /** The calls that were refused: method and path. */
  readonly refused: ReadonlySet<string>;
  stop(): Promise<void>;
}

export async function startReluctantProxy(target: string): Promise<ReluctantProxy> {
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    const call = `${request.method} ${request.url}`;
    if (!request.url?.startsWith('/api/v1/auth/') && !refused.has(call)) {
      refused.add(call);
      request.resume();
      response.writeHead(503, { 'retry-after': '0' }).end();
    } else {
      forward(target, request, response).catch((error: unknown) =>
        response.destroy(error instanceof Error ? error : undefined),
      );
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    refused,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function forward(
  target: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { authorization, prefer, 'content-type': type } = request.headers;
  const answer = await fetch(`${target}${request.url}`, {
    method: request.method ?? 'GET',
    headers: {
      ...(authorization !== undefined && { authorization }),
      ...(type !== undefined && { 'content-type': type }),
      ...(typeof prefer === 'string' && { prefer }),
    },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
  response.writeHead(answer.status, { 'content-type': 'application/json' });
  response.end(await answer.text());
}
