import { Controller, Get } from '@nestjs/common';
import { z } from 'zod';
import { Allow } from '../../http/access.js';
import { Answers } from '../../http/answers.js';
import { ReadinessService } from './readiness.service.js';

const healthSchema = z.object({ status: z.literal('ok') });

/** For the machinery around the portal: outside of the API and its version. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get('live')
  @Allow.anyone()
  @Answers('The process answers', healthSchema)
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Allow.anyone()
  @Answers('The server can do its work', healthSchema)
  async ready(): Promise<{ status: 'ok' }> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
