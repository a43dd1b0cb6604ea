import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import { REPLAYED_HEADER } from '@portal/contracts/idempotency';
import type { KeptAnswer } from '@portal/persistence/idempotency-keys';
import type { FastifyReply } from 'fastify';

/** Ends a request with the answer that an earlier one got: the claim of a key throws it. */
export class Replay extends Error {
  constructor(readonly answer: KeptAnswer) {
    super('The request was answered before');
  }
}

@Catch(Replay)
export class ReplayFilter implements ExceptionFilter<Replay> {
  catch({ answer: { status, headers, body } }: Replay, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    void reply
      .code(status)
      .headers({ ...headers, [REPLAYED_HEADER]: 'true' })
      .send(body ?? undefined);
  }
}
