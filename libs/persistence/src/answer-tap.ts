import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Sees bytes that PostgreSQL sends, and gives what the driver is to read in their place. */
export type Look = (bytes: Buffer) => Buffer;

const taps = new WeakMap<pg.Connection, AnswerTap>();

/** Stands between a connection's socket and the driver's parser, which it takes the place of. */
export class AnswerTap {
  private look: Look | null = null;

  static of(connection: pg.Connection): AnswerTap {
    const known = taps.get(connection);
    if (known) return known;
    const tap = new AnswerTap(connection.stream);
    taps.set(connection, tap);
    return tap;
  }

  private constructor(stream: Duplex) {
    const readers = stream.listeners('data');
    stream.removeAllListeners('data');
    stream.on('data', (bytes: Buffer) => {
      const toRead = this.look?.(bytes) ?? bytes;
      for (const read of readers) Reflect.apply(read, stream, [toRead]);
    });
  }

  /** Shows `look` what comes from now on, until there is another. */
  show(look: Look): void {
    this.look = look;
  }
}
