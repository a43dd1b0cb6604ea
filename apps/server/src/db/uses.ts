import { Inject, Injectable } from '@nestjs/common';
import type { CountedFeature } from '@portal/contracts/uses';
import { isDatabaseAway } from '@portal/persistence/database-errors';
import { countUse } from '@portal/persistence/use-counts';
import type { Logger } from 'pino';
import { LOGGER } from '../platform/tokens.js';
import { Sessions } from './pools.js';

/** Counts how features are used, beside the requests: none waits for it or fails by it. */
@Injectable()
export class Uses {
  constructor(
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  note(feature: CountedFeature, userId: number, projectId: number): void {
    countUse(this.sessions, { feature, userId, projectId }).catch((error: unknown) => {
      if (!isDatabaseAway(error)) this.logger.warn({ err: error }, 'a use could not be counted');
    });
  }
}
