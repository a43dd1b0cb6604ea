import { keepsGrants } from '@portal/domain/caller';
import type {} from 'fastify';
import { ProblemException } from '../problems/problem.js';
import type { Authenticator } from './authenticator.js';
import type { CallerSession } from './caller-session.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set with the caller. */
    rights: RequestRights | null;
  }
}

/** The rights that a request began with, which its caller may lose while it waits. */
export class RequestRights {
  private knownAt = performance.now();
  private lost: ProblemException | undefined;

  constructor(
    private readonly authenticator: Authenticator,
    private readonly caller: CallerSession,
    private readonly token: string,
  ) {}

  /**
   * Asks for the rights again if they are older than a second.
   * @param consequence of a loss, in words for the caller
   * @throws {ProblemException} `unauthenticated`, or `forbidden` if any of them is lost
   */
  async confirm(consequence: string): Promise<void> {
    const asked = performance.now();
    if (this.lost) throw this.lost;
    if (asked - this.knownAt < this.authenticator.trustedMs) return;
    const { caller, token } = this;
    const [now] = await this.authenticator.renewAll([{ caller, token }]);
    this.lost = lossOf(caller, now ?? null, consequence);
    if (this.lost) throw this.lost;
    this.knownAt = asked;
  }

  /** A change is committed. What it took from its own author takes nothing from its answer. */
  changed(): void {
    this.knownAt = performance.now();
  }
}

function lossOf(
  before: CallerSession,
  now: CallerSession | null,
  consequence: string,
): ProblemException | undefined {
  if (!now) return new ProblemException('unauthenticated', `The session has ended. ${consequence}`);
  if (keepsGrants(now, before)) return undefined;
  const what = 'You have lost permissions while this request waited';
  return new ProblemException('forbidden', `${what}. ${consequence}`);
}
