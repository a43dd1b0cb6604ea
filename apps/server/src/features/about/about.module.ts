import { Controller, Get, Inject, Module } from '@nestjs/common';
import { type About, aboutSchema } from '@portal/contracts/about';
import { VERSION } from '@portal/contracts/version';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { dayOf } from '@portal/domain/periods';
import type { Config } from '@portal/platform/config';
import { CONFIG } from '@portal/platform/tokens';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { Cacheable } from '../../http/output/cache-control.js';
import {
  hasDemoIdentity,
  hasLocalSignIn,
} from '../../identity/sign-in/demo-identity/demo-identity.module.js';

@Controller('about')
class AboutController {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  @Get()
  @Cacheable()
  @Allow.anyone()
  @ApiResponse('The running version and the reporting day', aboutSchema)
  about(): About {
    const zone = reportingZone();
    return {
      version: VERSION,
      reporting_time_zone: zone,
      today: dayOf(new Date(), zone),
      sign_in: signInOf(this.config),
    };
  }
}

function signInOf(config: Config): About['sign_in'] {
  if (hasLocalSignIn(config)) return 'local';
  return hasDemoIdentity(config) ? 'demo' : 'google';
}

@Module({ controllers: [AboutController] })
export class AboutModule {}
