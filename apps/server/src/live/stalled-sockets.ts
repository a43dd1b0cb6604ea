import type { Logger } from 'pino';
import type { Server } from 'socket.io';

interface StallLimits {
  readonly sampleMs: number;
  /** A connection that takes nothing for this many samples is given up. */
  readonly samples: number;
}

/**
 * Drops connections that no longer take what is sent to them, so that what waits for a slow reader
 * stays bounded: some seconds of states. Its client connects again when it can.
 * @returns stops it
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
