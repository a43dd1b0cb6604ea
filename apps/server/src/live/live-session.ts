import type { CallerSession } from '../auth/caller-session.js';
import { ExpiryClock } from './expiry-clock.js';
import { TokenBucket } from './token-bucket.js';
import { SerialQueue } from './serial-queue.js';

const BURST = 60;
const MESSAGES_PER_SECOND = 10;

/** The part of a socket that a session uses. */
interface SessionSocket {
  emit(event: 'refresh-token'): unknown;
  disconnect(close: boolean): unknown;
}

/** What one connection is: who, by which token, until when, and how much it may ask. */
export class LiveSession {
  /** Everything that reads or changes the connection's rooms runs here, one after the other. */
  readonly tasks = new SerialQueue();
  readonly rateLimit = new TokenBucket(BURST, MESSAGES_PER_SECOND);
  private readonly clock: ExpiryClock;

  constructor(
    socket: SessionSocket,
    public caller: CallerSession,
    public token: string,
    /** Changes of access heard of before `caller` was read. */
    readonly changesBefore: number,
  ) {
    this.clock = new ExpiryClock({
      warn: () => socket.emit('refresh-token'),
      expire: () => socket.disconnect(true),
    });
  }

  /** Follows the token's end from now on. */
  follow(): void {
    this.clock.set(this.caller.expiresAt);
  }

  /** Goes on with a fresh token of the same user. */
  replace(caller: CallerSession, token: string): void {
    this.caller = caller;
    this.token = token;
    this.follow();
  }

  end(): void {
    this.clock.stop();
  }
}
