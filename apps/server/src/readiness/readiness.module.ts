import { Module } from '@nestjs/common';
import { Readiness } from './readiness.js';

/** Whether this server is in order, for health checks and metrics. */
@Module({ providers: [Readiness], exports: [Readiness] })
export class ReadinessModule {}
