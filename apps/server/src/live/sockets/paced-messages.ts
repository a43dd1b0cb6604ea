import type { IncomingMessage } from 'node:http';
import { type ServerOptions, WebSocketServer } from 'ws';

/**
 * Hands over one message of each connection in a turn of the event loop, so that other requests are
 * answered between the messages of a storm. What a client sends meanwhile waits in the network.
 */
export class PacedWebSocketServer extends WebSocketServer {
  constructor(options: ServerOptions) {
    super({ ...options, allowSynchronousEvents: false });
  }
}

/** Lets one request with messages pass in a turn of the event loop; each can have hundreds. */
export function pacePolling() {
  const waiting: (() => void)[] = [];
  const passOne = (): void => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(passOne);
  };
  return ({ method }: IncomingMessage, _response: unknown, next: () => void): void => {
    if (method !== 'POST') return next();
    if (waiting.push(next) === 1) setImmediate(passOne);
  };
}
