import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

interface Rights {
  /** @throws if they are lost */
  confirm(consequence: string): Promise<void>;
  changed(): void;
}

/** The user and the request of a change. */
export interface Actor {
  readonly userId: number;
  readonly requestId: string;
  /** Whether the request has an `Idempotency-Key`, which its changes mark as done. */
  readonly hasKey?: boolean;
  /** Those of the request, which a change that waited asks for again. */
  readonly rights?: Rights | null;
}

/**
 * The caller of the request as the actor of its changes.
 * @throws {Error} on a public route: a mistake in the code
 */
export const CurrentActor = createParamDecorator(
  (_data: unknown, context: ExecutionContext): Actor => {
    const { caller, id, keyLease, rights } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!caller) throw new Error('A route that changes something must not allow anyone');
    return { userId: caller.userId, requestId: id, hasKey: keyLease !== null, rights };
  },
);
