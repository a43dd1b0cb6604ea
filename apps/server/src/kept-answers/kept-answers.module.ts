import { Global, Module } from '@nestjs/common';
import { AnswerCache } from './answer-cache.js';

const CACHE_BYTES = 64 * 1024 * 1024;

/** One room for all the answers that are kept, so that one bound holds for them together. */
@Global()
@Module({
  providers: [{ provide: AnswerCache, useFactory: () => new AnswerCache(CACHE_BYTES) }],
  exports: [AnswerCache],
})
export class KeptAnswersModule {}
