import { Controller, Get, Inject, Module } from '@nestjs/common';
import { type About, aboutSchema } from '@portal/contracts/about';
import { VERSION } from '@portal/contracts/version';
import { dayOf } from '@portal/domain/periods';
import type { Config } from '@portal/platform/config';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { Cacheable } from '../../http/output/cache-control.js';
import { CONFIG } from '../../platform/tokens.js';

@Controller('about')
class AboutController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('The running version and the reporting day', aboutSchema)
  about(): About {
    const { reportingTimeZone } = this.config;
    return {
      version: VERSION,
      reporting_time_zone: reportingTimeZone,
      today: dayOf(new Date(), reportingTimeZone),
    };
  }
}

@Module({ controllers: [AboutController] })
export class AboutModule {}
