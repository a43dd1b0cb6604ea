import { Inject, Injectable } from '@nestjs/common';
import type { WorkNumber } from '@portal/contracts/constants';
import { ALL_PROJECTS_ID } from '@portal/contracts/permissions';
import type { Caller } from '@portal/domain/caller';
import { holds } from '@portal/domain/caller';
import {
  daysBeforeThem,
  digestDays,
  type DigestNumber,
  type DigestScope,
  isOfPeriod,
  mondayOf,
  NUMBERS_OF,
} from '@portal/domain/digest';
import { type Days, dayOf, instantsOf } from '@portal/domain/periods';
import { workSeenBy } from '@portal/domain/visibility';
import { weekFrom, weeklyProgressOf } from '@portal/domain/weekly';
import { Db } from '@portal/persistence/db';
import {
  type DigestToTell,
  isDigestTold,
  type KeptDigest,
  readDigestsToTell,
  readImportsOf,
  readPodsOf,
  tellDigest,
} from '@portal/persistence/telling/digests';
import { readWeeklyProgress } from '@portal/persistence/dashboards/live-state';
import { readTasksOfWork } from '@portal/persistence/dashboards/tasks-by-number';
import { readAccess } from '@portal/persistence/users/callers';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';

/** So that a worker that was away tells them late, and a new digest comes soon. */
const INTERVAL_MS = 60_000;

/** Tells users by day or by week of what they have chosen. Its numbers are those of the pages, by the same reads. */
@Injectable()
export class DigestTeller extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'a digest was not told';

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  override async run(now = new Date()): Promise<void> {
    for (const digest of await readDigestsToTell(this.db)) {
      const { every, user_zone: userZone, reporting_zone: reportingZone } = digest;
      const days = digestDays(every, now, { userZone, reportingZone });
      if (days === null || (await isDigestTold(this.db, digest.id, days.last))) continue;
      const kept = await this.#digestOf(digest, days, now);
      if (kept) await tellDigest(this.db, digest, kept);
    }
  }

  async #digestOf(digest: DigestToTell, days: Days, now: Date): Promise<KeptDigest | undefined> {
    const caller = await this.#callerOf(digest);
    if (!caller) return undefined;
    const { every, project_id: project, pod_name: pod } = digest;
    const scope = scopeOf(digest);
    const numbers: DigestNumber[] = [];
    for (const number of NUMBERS_OF[scope]) {
      numbers.push(await this.#number(number, { digest, caller, days }));
    }
    const pods = project === null ? [] : pod === null ? await readPodsOf(this.db, project) : [pod];
    const behind: { pod: string; count: number }[] = [];
    for (const name of pods) {
      const count = await this.#behind(project ?? 0, name, { digest, days, now });
      if (count > 0) behind.push({ pod: name, count });
    }
    const seesImports = project !== null && holds(caller, 'data-upload', project);
    const period = instantsOf(days, digest.reporting_zone);
    const imports =
      scope === 'project' && seesImports ? await readImportsOf(this.db, project, period) : [];
    return { scope, every, ...days, numbers, pod, behind, imports };
  }

  async #callerOf({ user_id: userId }: DigestToTell): Promise<Caller | undefined> {
    const found = await readAccess(this.db, userId, null, null);
    return found && { userId, ...found, via: 'session' };
  }

  async #number(
    number: WorkNumber,
    of: { readonly digest: DigestToTell; readonly caller: Caller; readonly days: Days },
  ): Promise<DigestNumber> {
    if (!isOfPeriod(number)) return { number, count: await this.#count(number, of), before: null };
    const before = { ...of, days: daysBeforeThem(of.days) };
    return {
      number,
      count: await this.#count(number, of),
      before: await this.#count(number, before),
    };
  }

  /** As the list of its tasks counts it. */
  async #count(
    number: WorkNumber,
    {
      digest: { project_id: project, pod_name: pod, email, reporting_zone: zone },
      caller,
      days,
    }: { readonly digest: DigestToTell; readonly caller: Caller; readonly days: Days },
  ): Promise<number> {
    const { start, end } = instantsOf(days, zone);
    const projectId = project ?? ALL_PROJECTS_ID;
    const { total } = await readTasksOfWork(
      this.db,
      {
        ...{ project_id: projectId, number, page: 1, size: 1 },
        ...(isOfPeriod(number) && {
          start_datetime: start.toISOString(),
          end_datetime: end.toISOString(),
        }),
        ...(pod !== null && { pod_name: pod }),
        ...(project === null && { user_email: email }),
      },
      workSeenBy(caller, projectId),
    );
    return total;
  }

  /** As the lead board counts them at the end of the period. */
  async #behind(
    projectId: number,
    podName: string,
    {
      digest: { reporting_zone: zone },
      days,
      now,
    }: { readonly digest: DigestToTell; readonly days: Days; readonly now: Date },
  ): Promise<number> {
    const week = weekFrom(mondayOf(days), zone);
    const work = await readWeeklyProgress(this.db, projectId, podName, week);
    const { members } = weeklyProgressOf({ projectId, podName }, week, dayOf(now, zone), work);
    return members.filter(({ level }) => level === 'error' || level === 'warning').length;
  }
}

function scopeOf({ project_id: project, pod_name: pod }: DigestToTell): DigestScope {
  if (pod !== null) return 'pod';
  return project === null ? 'person' : 'project';
}
