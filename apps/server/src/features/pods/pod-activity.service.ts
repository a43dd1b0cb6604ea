import { Injectable } from '@nestjs/common';
import {
  ACTIVITY_DAYS,
  type MemberActivity,
  type PodActivity,
} from '@portal/contracts/pod-activity';
import { reportingZone } from '@portal/contracts/reporting-zone';
import type { Caller } from '@portal/domain/caller';
import { dayOf, daysBefore, instantsOf } from '@portal/domain/periods';
import { shareOf } from '@portal/domain/shares';
import { seesEverybody } from '@portal/domain/visibility';
import { currentWeek } from '@portal/domain/weekly';
import { type ActivityRow, readPodActivity } from '@portal/persistence/dashboards/pod-activity';
import { IndexedReads } from '../../db/pools.js';
import { PodsService } from './pods.service.js';

@Injectable()
export class PodActivityService {
  constructor(
    private readonly indexed: IndexedReads,
    private readonly pods: PodsService,
  ) {}

  /** @throws {ProblemException} `not-found` for a pod that the caller does not see */
  async read(name: string, caller: Caller): Promise<PodActivity> {
    const pod = await this.pods.reach(name, caller);
    const zone = reportingZone();
    const today = dayOf(new Date(), zone);
    const since = daysBefore(today, ACTIVITY_DAYS - 1);
    const week = currentWeek(new Date(), zone);
    const { start: startsAt, end: tomorrow } = instantsOf({ first: today, last: today }, zone);
    const { people, waiting, ...stamp } = await readPodActivity(this.indexed.prepared, {
      ...{ projectId: pod.project_id, podName: pod.name, email: caller.email },
      since: instantsOf({ first: since, last: today }, zone).start,
      ...{ week: week.startsAt, today: startsAt, tomorrow },
    });
    const me = people.find(({ email }) => email === caller.email);
    if (!me) throw new Error('the caller is among the people');
    const seen = seesEverybody(caller, pod.project_id) ? people : [me];
    return {
      ...stamp,
      ...{ project_id: pod.project_id, pod_name: pod.name },
      ...{ today, since, waiting, week_start: week.start },
      me: present(me),
      members: seen.filter((person) => person.is_member).map(present),
    };
  }
}

function present({
  is_member: _isMember,
  verdicts,
  sent_back,
  ...person
}: ActivityRow): MemberActivity {
  return { ...person, sent_back: shareOf(sent_back, verdicts) };
}
