import { Inject, Injectable } from '@nestjs/common';
import type { CountedFeature } from '@portal/contracts/uses';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { countUse } from '@portal/persistence/use-counts';
import { LOGGER } from '@portal/platform/tokens';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { Sessions } from './pools.js';

/** What is looked at again within this time is still the same use: an open dialog follows each change. */
const SAME_USE_MS = 30 * 60_000;
const MAX_REMEMBERED = 10_000;

/** Counts how features are used, beside the requests: none waits for it or fails by it. */
@Injectable()
export class Uses {
  private readonly recent = new LRUCache<string, true>({
    ...{ max: MAX_REMEMBERED, ttl: SAME_USE_MS, updateAgeOnGet: true },
  });

  constructor(
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note(feature: CountedFeature, userId: number, projectId: number): void {
    countUse(this.sessions, { feature, userId, projectId }).catch((error: unknown) => {
      if (!isDatabaseAway(error)) this.logger.warn({ err: error }, 'a use could not be counted');
    });
  }

  /** As `note`, but once for what the user looks at again and again. */
  noteOnce(feature: CountedFeature, userId: number, projectId: number, what: string): void {
    const key = `${feature} ${userId} ${projectId} ${what}`;
    if (this.recent.get(key)) return;
    this.recent.set(key, true);
    this.note(feature, userId, projectId);
  }
}
