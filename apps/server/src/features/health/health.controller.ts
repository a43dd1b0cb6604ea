import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../http/access.js';
import { ReadinessService } from './readiness.service.js';

/** For the machinery around the portal: outside of the API and its version. */
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get('live')
  @Allow.anyone()
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  @Get('ready')
  @Allow.anyone()
  async ready(): Promise<{ status: 'ok' }> {
    await this.readiness.check();
    return { status: 'ok' };
  }
}
