import pLimit from 'p-limit';
import type { CallerSession } from '../../identity/caller-session.js';
import { ExpiryClock } from './expiry-clock.js';
import { TokenBucket } from './token-bucket.js';

const BURST = 60;
const MESSAGES_PER_SECOND = 10;

/** The part of a socket that a session uses. */
interface SessionSocket {
  emit(event: 'refresh-token'): unknown;
  disconnect(close: boolean): unknown;
}

interface Credential {
  readonly caller: CallerSession;
  readonly token: string;
}

/** The state of one connection: its caller, token, expiry and rate limit. */
export class LiveSession {
  /** Runs the messages of the connection one after the other. */
  readonly inTurn = pLimit(1);
  readonly rateLimit = new TokenBucket(BURST, MESSAGES_PER_SECOND);
  /** Whether the access of the connection has to be read: it may differ from `caller` and the rooms. */
  isStale = true;
  private next: Credential | null = null;
  private readonly clock: ExpiryClock;

  constructor(
    socket: SessionSocket,
    public caller: CallerSession,
    public token: string,
  ) {
    this.clock = new ExpiryClock({
      warn: () => socket.emit('refresh-token'),
      expire: () => socket.disconnect(true),
    });
  }

  /** Starts to watch the expiry of the token. */
  begin(): void {
    this.clock.set(this.caller.expiresAt);
  }

  /** Continues with another credential of the same user when access is read next. */
  replaceCredential(caller: CallerSession, token: string): void {
    this.next = { caller, token };
    this.isStale = true;
  }

  /** The credential whose access is now read. */
  startRead(): Credential {
    this.isStale = false;
    if (this.next !== null) {
      const { expiresAt, sessionId, via } = this.next.caller;
      this.caller = { ...this.caller, expiresAt, sessionId, via };
      this.token = this.next.token;
      this.begin();
      this.next = null;
    }
    return this;
  }

  end(): void {
    this.clock.stop();
  }
}
