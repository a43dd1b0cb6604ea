import { Controller, Get } from '@nestjs/common';
import { PARTS } from '@portal/contracts/system';
import { z } from 'zod';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { ProblemException } from '../../problems/problem.js';
import { canServe, healthOf, Readiness } from '../../readiness/readiness.js';
import { Drain } from '../../http/drain.js';

const liveSchema = z.object({ status: z.literal('ok') });
type Live = z.infer<typeof liveSchema>;

const readySchema = z.object({
  status: z.enum(['ok', 'degraded']),
  /** `ok`, or what is wrong. */
  parts: z.record(z.enum(PARTS), z.string()),
});
type Ready = z.infer<typeof readySchema>;

/** For load balancers and monitoring: outside of the versioned API. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly drain: Drain,
  ) {}

  @Get('live')
  @Allow.anyone()
  @ApiResponse('The process responds', liveSchema)
  live(): Live {
    return { status: 'ok' };
  }

  @Get('ready')
  @Allow.anyone()
  @ApiResponse('The server can serve requests; each part is `ok`, or what is wrong', readySchema)
  async ready(): Promise<Ready> {
    if (this.drain.hasBegun) throw new ProblemException('unavailable', 'The server is stopping');
    const condition = await this.readiness.check();
    const failed = PARTS.flatMap((part) => {
      const detail = condition[part];
      return detail === null ? [] : [{ pointer: part, detail }];
    });
    if (!canServe(condition)) {
      const names = failed.map(({ pointer }) => pointer).join(', ');
      throw new ProblemException('unavailable', `Not ready: ${names}`, failed);
    }
    return {
      status: failed.length === 0 ? 'ok' : 'degraded',
      parts: healthOf(condition),
    };
  }
}
