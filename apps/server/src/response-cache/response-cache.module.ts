import { Global, Module } from '@nestjs/common';
import { ResponseCache } from './response-cache.js';

const CACHE_BYTES = 64 * 1024 * 1024;

/** One cache for all features, so that its size limit covers all of them. */
@Global()
@Module({
  providers: [{ provide: ResponseCache, useFactory: () => new ResponseCache(CACHE_BYTES) }],
  exports: [ResponseCache],
})
export class ResponseCacheModule {}
