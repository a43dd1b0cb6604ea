import { Module } from '@nestjs/common';
import { Figures } from './figures.js';
import { PartReader } from './part-reader.js';
import { Readiness } from './readiness.js';

const PROVIDERS = [Figures, PartReader, Readiness];

/** Whether this server is in order, and how each part is, for health checks, metrics and System. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class ReadinessModule {}
