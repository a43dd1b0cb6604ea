import { Module } from '@nestjs/common';
import { LiveModule } from '../../live/live.module.js';
import { ReadinessModule } from '../../readiness/readiness.module.js';
import { SystemController } from './system.controller.js';
import { SystemService } from './system.service.js';

/** How the whole portal is, for those who run it. */
@Module({
  imports: [LiveModule, ReadinessModule],
  controllers: [SystemController],
  providers: [SystemService],
})
export class SystemModule {}
