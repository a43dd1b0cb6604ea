import type { Logger } from 'pino';
import type { Server } from 'socket.io';

interface StallLimits {
  readonly sampleMs: number;
  /** Number of samples without progress before a connection is closed. */
  readonly samples: number;
}

/**
 * Closes connections that stop reading, so that at most some seconds of states are buffered for a
 * slow client. The client reconnects when it can.
 * @returns the function that stops it
 */
export function dropStalledSockets(
  server: Pick<Server, 'engine' | 'of'>,
  logger: Logger,
  { sampleMs, samples }: StallLimits = { sampleMs: 1_000, samples: 10 },
): () => void {
  const stalledFor = new WeakMap<object, number>();
  server.engine.on('flush', (connection: object) => stalledFor.delete(connection));
  const timer = setInterval(() => {
    for (const { id, conn } of server.of('/').sockets.values()) {
      const stalled = conn.transport.writable ? 0 : (stalledFor.get(conn) ?? 0) + 1;
      stalledFor.set(conn, stalled);
      if (stalled < samples) continue;
      logger.warn({ socket: id }, 'a stalled connection was dropped');
      conn.close(true);
    }
  }, sampleMs);
  return () => clearInterval(timer);
}
