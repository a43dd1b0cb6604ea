import type { EventEmitter } from 'node:events';

const waiting = new WeakMap<EventEmitter, (() => void)[]>();

/**
 * Calls `work` when the response is sent or its connection is gone. All that wait for one response share a
 * listener: Node takes the eleventh for a leak, and Node, Fastify and Nest add eight to send a stream.
 */
export function onResponseClose(response: EventEmitter, work: () => void): void {
  const known = waiting.get(response);
  if (known) {
    known.push(work);
    return;
  }
  const works = [work];
  waiting.set(response, works);
  response.once('close', () => {
    for (const one of works) one();
  });
}
