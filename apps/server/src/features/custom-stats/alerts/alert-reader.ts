import { Injectable } from '@nestjs/common';
import { DEFAULT_QUERY_ROWS, DEFAULT_QUERY_SECONDS } from '@portal/contracts/constants';
import { customStatResultSchema } from '@portal/contracts/custom-stats';
import type { ProblemCode } from '@portal/contracts/problem';
import { reportingZone } from '@portal/contracts/reporting-zone';
import { type Read, readingOf } from '@portal/domain/alert-reading';
import { dayOf } from '@portal/domain/periods';
import type { Reading } from '@portal/domain/alerts';
import { currentWeek, weeklyProgressOf } from '@portal/domain/weekly';
import type { DueAlert } from '@portal/persistence/alerts/evaluations';
import {
  firstLook,
  hoursWithoutImport,
  podsWithTargets,
  reviewCoverage,
  reworkRate,
  waitingReviews,
} from '@portal/persistence/alerts/numbers';
import { readStat } from '@portal/persistence/custom-stats/statistics';
import { readWeeklyProgress } from '@portal/persistence/dashboards/live-state';
import { Reads } from '../../../db/pools.js';
import { ProblemException } from '../../../problems/problem.js';
import { RunsService } from '../runs.service.js';

/** Problems of the moment, which say nothing about the statistic. */
const LATER: readonly ProblemCode[] = ['too-many-requests', 'unavailable', 'query-cancelled'];
/** The runs of the portal itself take turns as those of one user. */
const PORTAL = 0;
/** Days of the rounds that first-look acceptance counts. */
const FIRST_LOOK_DAYS = 30;

/** Reads what an alert looks at. A statistic is run as for a person who opens its page, with the same limits and cache. */
@Injectable()
export class AlertReader {
  constructor(
    private readonly reads: Reads,
    private readonly runs: RunsService,
  ) {}

  /** @returns null if it cannot be read now */
  async read(alert: DueAlert, signal: AbortSignal): Promise<Read | null> {
    if (alert.number !== null) return this.numberOf(alert, alert.number);
    try {
      return await this.statistic(alert, signal);
    } catch (error) {
      if (!(error instanceof ProblemException)) throw error;
      if (LATER.includes(error.code)) return null;
      const first = error.errors?.[0]?.detail;
      return { error: first === undefined ? error.detail : `${error.detail}: ${first}` };
    }
  }

  private async statistic(alert: DueAlert, signal: AbortSignal): Promise<Read> {
    const stat =
      alert.stat_id === null
        ? undefined
        : await readStat(this.reads, alert.project_id, alert.stat_id);
    if (!stat) return { misfit: 'the statistic was deleted' };
    if (!stat.is_active) return { misfit: 'the statistic is not active' };
    const query = {
      timeout_seconds: DEFAULT_QUERY_SECONDS,
      max_rows: DEFAULT_QUERY_ROWS,
      ...alert.parameters,
    };
    const { epoch, revision } = alert;
    const result = await this.runs.execute(stat, query, { epoch, revision }, PORTAL, signal, true);
    return readingOf(customStatResultSchema.parse(JSON.parse(result.toString())), alert);
  }

  private async numberOf({ project_id: project, days }: DueAlert, number: string): Promise<Read> {
    switch (number) {
      case 'rework_rate':
        return one(await reworkRate(this.reads, project));
      case 'first_look':
        return one(await firstLook(this.reads, project, firstDay()));
      case 'review_coverage':
        return one(await reviewCoverage(this.reads, project));
      case 'waiting_reviews':
        return one(await waitingReviews(this.reads, project, days ?? 0));
      case 'no_import':
        return one(await hoursWithoutImport(this.reads, project));
      case 'pods_behind':
        return { reading: await this.podsBehind(project) };
      default:
        return { misfit: `the portal has no number \`${number}\`` };
    }
  }

  /** By pod: how many of its trainers are behind what is due, as the lead board shows them. */
  private async podsBehind(projectId: number): Promise<Reading> {
    const now = new Date();
    const zone = reportingZone();
    const week = currentWeek(now, zone);
    const reading = new Map<string, number>();
    for (const podName of await podsWithTargets(this.reads, projectId)) {
      const work = await readWeeklyProgress(this.reads, projectId, podName, week);
      const { members } = weeklyProgressOf({ projectId, podName }, week, dayOf(now, zone), work);
      const behind = members.filter(({ level }) => level === 'error' || level === 'warning');
      reading.set(podName, behind.length);
    }
    return reading;
  }
}

function firstDay(): string {
  return dayOf(new Date(Date.now() - FIRST_LOOK_DAYS * 86_400_000), reportingZone());
}

function one(value: number | null): Read {
  return { reading: new Map([['', value]]) };
}
