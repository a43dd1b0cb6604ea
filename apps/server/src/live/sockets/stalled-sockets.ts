import type { Logger } from 'pino';
import type { Server } from 'socket.io';
import { z } from 'zod';

interface StallLimits {
  readonly sampleMs: number;
  /** Number of samples without progress before a connection is closed. */
  readonly samples: number;
}

interface Stall {
  readonly waiting: number | undefined;
  readonly samples: number;
}

/** The fields that say how much waits for the client: in Node, and in Node's write to the system. */
const webSocketSchema = z.object({
  transport: z.object({
    socket: z.object({
      _socket: z.object({
        writableLength: z.number(),
        _handle: z.object({ writeQueueSize: z.number() }),
      }),
    }),
  }),
});

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
  const stalls = new WeakMap<object, Stall>();
  server.engine.on('flush', (connection: object) => stalls.delete(connection));
  const timer = setInterval(() => {
    for (const { id, conn } of server.of('/').sockets.values()) {
      const stall = conn.transport.writable ? undefined : next(stalls.get(conn), waitingFor(conn));
      if (stall === undefined) stalls.delete(conn);
      else stalls.set(conn, stall);
      if (stall === undefined || stall.samples < samples) continue;
      logger.warn({ socket: id }, 'a stalled connection was dropped');
      conn.close(true);
    }
  }, sampleMs);
  return () => clearInterval(timer);
}

function next(last: Stall | undefined, waiting: number | undefined): Stall {
  const isSame = last !== undefined && last.waiting === waiting;
  return { waiting, samples: isSame ? last.samples + 1 : 1 };
}

/** Bytes that the client has not taken yet; undefined for a client that polls. */
function waitingFor(connection: object): number | undefined {
  const { data } = webSocketSchema.safeParse(connection);
  if (data === undefined) return undefined;
  const { _socket: link } = data.transport.socket;
  const { writableLength, _handle: handle } = link;
  return writableLength + handle.writeQueueSize;
}
