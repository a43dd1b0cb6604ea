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

/** The state of one connection: its caller, token, expiry and rate limit. */
export class LiveSession {
  /** Serializes all reads and changes of the connection's rooms. */
  readonly tasks = new SerialQueue();
  readonly rateLimit = new TokenBucket(BURST, MESSAGES_PER_SECOND);
  private read = 0;
  private readonly clock: ExpiryClock;

  constructor(
    socket: SessionSocket,
    public caller: CallerSession,
    public token: string,
    private count: number,
  ) {
    this.clock = new ExpiryClock({
      warn: () => socket.emit('refresh-token'),
      expire: () => socket.disconnect(true),
    });
  }

  /** The count of `AccessWatch` up to which caller and rooms are current. */
  get accessCount(): number {
    return this.count;
  }

  /** Number of the newest read of access that was applied. */
  get accessRead(): number {
    return this.read;
  }

  /** Continues with the access from a read. */
  take(caller: CallerSession, { number, count }: { number: number; count: number }): void {
    this.caller = caller;
    this.read = number;
    this.count = count;
  }

  /** Starts to watch the expiry of the token. */
  follow(): void {
    this.clock.set(this.caller.expiresAt);
  }

  /** Continues with a new token of the same user. */
  replace(caller: CallerSession, token: string): void {
    this.caller = caller;
    this.token = token;
    this.follow();
  }

  end(): void {
    this.clock.stop();
  }
}
