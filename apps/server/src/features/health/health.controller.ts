import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Allow } from '../../auth/access.js';
import { ApiResponse } from '../../openapi/api-operation.js';
import { PARTS, ReadinessService } from './readiness.service.js';

const liveSchema = z.object({ status: z.literal('ok') });
type Live = z.infer<typeof liveSchema>;

const readySchema = liveSchema.extend({ parts: z.record(z.enum(PARTS), z.literal('ok')) });
type Ready = z.infer<typeof readySchema>;

/** For load balancers and monitoring: outside of the versioned API. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get('live')
  @Allow.anyone()
  @ApiResponse('The process responds', liveSchema)
  live(): Live {
    return { status: 'ok' };
  }

  @Get('ready')
  @Allow.anyone()
  @ApiResponse('The server is ready', readySchema)
  async ready(): Promise<Ready> {
    await this.readiness.check();
    return { status: 'ok', parts: { database: 'ok', migrations: 'ok', queue: 'ok' } };
  }
}
