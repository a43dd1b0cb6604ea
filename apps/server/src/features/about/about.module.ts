import { Controller, Get, Module } from '@nestjs/common';
import { type About, aboutSchema } from '@portal/contracts/about';
import { VERSION } from '@portal/contracts/version';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { dayOf } from '@portal/domain/periods';
import { Allow } from '../../http/routes/access.js';
import { ApiResponse } from '../../http/routes/api-operation.js';
import { Cacheable } from '../../http/output/cache-control.js';

@Controller('about')
class AboutController {
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
    };
  }
}

@Module({ controllers: [AboutController] })
export class AboutModule {}
