import { Injectable } from '@nestjs/common';
import type { DashboardQuery, DeliveryQuery } from '@portal/contracts/dashboard';
import type { Stamp } from '@portal/contracts/stamp';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { dayOf, nextMidnight } from '@portal/domain/periods';
import {
  readActivity,
  readBatches,
  readDashboardStats,
  readOverview,
} from '@portal/persistence/dashboards/dashboard';
import { readDeliveryStats } from '@portal/persistence/dashboards/delivery';
import { Reads } from '../../db/pools.js';
import {
  type CachedResponse,
  ResponseCache,
  type Reading,
} from '../../response-cache/response-cache.js';

const READS = {
  overview: readOverview,
  'dashboard-stats': readDashboardStats,
  batches: readBatches,
  'activity-timeline': readActivity,
};
export type DashboardCall = keyof typeof READS;

/** Serves the dashboard; reads only if the stamp has changed. */
@Injectable()
export class DashboardService {
  private day = { name: '', endsAt: 0 };

  constructor(
    private readonly reads: Reads,
    private readonly responses: ResponseCache,
  ) {}

  /** @param stamp of the project, read during the request */
  answer(
    call: DashboardCall,
    projectId: number,
    query: DashboardQuery,
    stamp: Stamp,
  ): Promise<CachedResponse> {
    return this.responses.get(this.keyOf(call, projectId, query), stamp, async () =>
      readingOf(await READS[call](this.reads, projectId, query)),
    );
  }

  /** @param stamp of the project, read during the request */
  delivery(projectId: number, query: DeliveryQuery, stamp: Stamp): Promise<CachedResponse> {
    const call = query.include_model_breakdown ? 'delivery-by-model' : 'delivery';
    return this.responses.get(this.keyOf(call, projectId, query), stamp, async () =>
      readingOf(await readDeliveryStats(this.reads, projectId, query)),
    );
  }

  /**
   * Equal for equal queries in any notation. The last days end today, so a query without dates has
   * another key each day.
   */
  private keyOf(call: string, projectId: number, query: DashboardQuery): string {
    const { batch_ids, start_date, end_date, activity_days } = query;
    const batches = batch_ids && [...new Set(batch_ids)].sort((a, b) => a - b);
    const isDated = start_date !== undefined || end_date !== undefined;
    const span = isDated ? { start_date, end_date } : { activity_days, today: this.today() };
    return JSON.stringify([call, projectId, batches ?? null, span]);
  }

  /** Cached for the day, because time zone arithmetic costs more than the rest of the key. */
  private today(): string {
    const now = new Date();
    if (now.getTime() >= this.day.endsAt) {
      const zone = reportingZone();
      this.day = { name: dayOf(now, zone), endsAt: nextMidnight(now, zone).getTime() };
    }
    return this.day.name;
  }
}

/** These responses contain their stamp. */
function readingOf(content: Stamp): Reading {
  const { epoch, revision } = content;
  return { epoch, revision, content };
}
