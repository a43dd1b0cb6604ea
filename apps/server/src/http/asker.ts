import { isDeepStrictEqual } from 'node:util';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { CallerProof } from './caller-proof.js';
import type { CallerSession } from './caller-session.js';

/**
 * Whoever asks on a route that reads ahead, recalled from an earlier request: what is read for them
 * is theirs only once it is known that they are still who they were.
 */
export class Asker {
  private isKnown: boolean;

  /**
   * @param lookUp who they are by now; null where `caller` has just been looked up
   * @param onProven is told of an answer that proved its caller by itself
   */
  constructor(
    private readonly caller: CallerSession,
    private readonly lookUp: (() => Promise<CallerSession>) | null,
    private readonly onProven?: (proof: CallerProof, answer: unknown) => void,
  ) {
    this.isKnown = lookUp === null;
  }

  /**
   * What `read` gives, which must change nothing. It is run for the caller as recalled, and answered
   * if what it was read by proved that they are the same, or looking them up does. Otherwise it is
   * run again for whom they are now.
   * @throws {ProblemException} as `read`, or as the lookup
   */
  async answer<T>(read: (caller: CallerSession) => Promise<T>): Promise<T> {
    if (this.isKnown) return read(this.caller);
    const ahead = read(this.caller);
    await ahead.catch(() => undefined);
    const { proof } = this.caller;
    if (!proof.isGiven) {
      const caller = await this.lookedUp();
      if (!isSameCaller(this.caller, caller)) return read(caller);
    }
    this.isKnown = true;
    const answer = await ahead;
    if (proof.isGiven) this.onProven?.(proof, answer);
    return answer;
  }

  /** Before they are refused something: a refusal, too, is for those alone who may still ask. */
  async identify(): Promise<void> {
    if (!this.isKnown) await this.lookedUp();
  }

  private async lookedUp(): Promise<CallerSession> {
    // Asked once, whatever comes of it.
    this.isKnown = true;
    return (await this.lookUp?.()) ?? this.caller;
  }
}

/**
 * The asker of a route that reads ahead.
 * @throws {Error} on any other route: a mistake in the code
 */
export const CurrentAsker = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Asker => {
    const { asker } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!asker) throw new Error('A route that has an asker must say that it reads ahead');
    return asker;
  },
);

function isSameCaller(one: CallerSession, other: CallerSession): boolean {
  return isDeepStrictEqual(identityOf(one), identityOf(other));
}

function identityOf({ userId, email, name, via, grants }: CallerSession) {
  return { userId, email, name, via, grants };
}
