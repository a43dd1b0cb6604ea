import { Module } from '@nestjs/common';
import { PartReader } from './part-reader.js';
import { Readiness } from './readiness.js';

/** Whether this server is in order, for health checks and metrics. */
@Module({ providers: [PartReader, Readiness], exports: [PartReader, Readiness] })
export class ReadinessModule {}
