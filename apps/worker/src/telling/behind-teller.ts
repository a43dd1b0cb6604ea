import { Inject, Injectable } from '@nestjs/common';
import { dayOf } from '@portal/domain/periods';
import { workdayToTell } from '@portal/domain/telling-times';
import { currentWeek, weeklyProgressOf } from '@portal/domain/weekly';
import { Db } from '@portal/persistence/db';
import { readWeeklyProgress } from '@portal/persistence/dashboards/live-state';
import {
  type Behind,
  type PodMemberToTell,
  readMembersToTell,
  tellBehind,
} from '@portal/persistence/telling/telling-behind';
import { LOGGER } from '@portal/platform/tokens';
import type { Logger } from 'pino';
import { RegularWork } from '../regular-work.js';

/** Several times within the hour, so that a worker that was away tells it late. */
const INTERVAL_MS = 5 * 60_000;

/** Tells trainers and leads at the end of their working day who is behind what is due. */
@Injectable()
export class BehindTeller extends RegularWork {
  protected readonly intervalMs = INTERVAL_MS;
  protected readonly failure = 'nobody was told who is behind';

  constructor(
    private readonly db: Db,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger);
  }

  override async run(now = new Date()): Promise<void> {
    const members = (await readMembersToTell(this.db)).flatMap((member) => {
      const day = workdayToTell(now, member.zone);
      return day === null ? [] : [{ ...member, day }];
    });
    const told = new Map<number, Behind>();
    for (const pod of new Set(members.map(({ pod_name: name }) => name))) {
      const ofPod = members.filter(({ pod_name: name }) => name === pod);
      const [first] = ofPod;
      const behind = first ? await this.#behindOf(first, now) : new Set<string>();
      for (const member of ofPod) {
        const found = addTo(told.get(member.user_id), member, behind);
        if (found) told.set(member.user_id, found);
      }
    }
    await tellBehind(this.db, [...told.values()]);
  }

  /** The addresses of the trainers who are behind, as the lead board shows them. */
  async #behindOf(
    { project_id: projectId, pod_name: podName, reporting_zone: zone }: PodMemberToTell,
    now: Date,
  ): Promise<ReadonlySet<string>> {
    const week = currentWeek(now, zone);
    const work = await readWeeklyProgress(this.db, projectId, podName, week);
    const { members } = weeklyProgressOf({ projectId, podName }, week, dayOf(now, zone), work);
    const isBehind = ({ level }: (typeof members)[number]) =>
      level === 'error' || level === 'warning';
    return new Set(members.filter(isBehind).map(({ email }) => email));
  }
}

/** What one more pod says to a member; undefined if nothing was and is to say. */
function addTo(
  told: Behind | undefined,
  { user_id, email, role, pod_id: pod, day }: PodMemberToTell & { readonly day: string },
  behind: ReadonlySet<string>,
): Behind | undefined {
  const isLead = role === 'lead';
  if (isLead ? behind.size === 0 : !behind.has(email)) return told;
  const before = told?.subject ?? { pods_behind: [], pods_led: [] };
  const led = isLead ? [...before.pods_led, pod] : before.pods_led;
  const own = isLead ? before.pods_behind : [...before.pods_behind, pod];
  const count = (before.pods_led.length > 0 && told ? told.things : 0) + (isLead ? behind.size : 0);
  return {
    ...{ user_id, day, things: Math.max(count, 1) },
    subject: { pods_behind: own, pods_led: led },
  };
}
