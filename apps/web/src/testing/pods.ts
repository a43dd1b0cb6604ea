import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { MemberActivity, PodActivity } from '@portal/contracts/pod-activity';
import type { Pod, PodMember } from '@portal/contracts/pods';
import { progressOf, weeklyTarget } from '@portal/domain/weekly';

/** A pod of project 1 for specs. */
export function pod(name: string, part: Partial<Pod> = {}): Pod {
  return {
    id: 5,
    name,
    description: 'Debugging and refactoring.',
    project_id: 1,
    project_name: 'Atlas',
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
    version: 'pod-1',
    ...part,
  };
}

/** A member of a pod for specs; the email follows the name. */
export function podMember(user_name: string, part: Partial<PodMember> = {}): PodMember {
  return {
    id: 1,
    user_email: emailOf(user_name),
    user_name,
    role: 'trainer',
    profile_picture: null,
    timezone: 'UTC+5:30',
    created_at: '2026-01-05T10:00:00Z',
    pod_name: 'Kestrel',
    ...part,
  };
}

const TARGET = { daily_tasks: 10, daily_turns: 50 };
/** Of a Tuesday. */
const GOAL = {
  weekly: weeklyTarget(TARGET),
  expected: { tasks: 20, turns: 100 },
  due: { tasks: 10, turns: 50 },
};

/** The week of a member of `podMember`; a trainer has the target of `podWeek`. */
export function memberWeek(name: string, part: Partial<MemberProgress> = {}): MemberProgress {
  const { role = 'trainer', tasks = 0, turns = 0 } = part;
  const goal = part.goal === undefined && role === 'trainer' ? GOAL : (part.goal ?? null);
  return {
    email: emailOf(name),
    name,
    role,
    user: { name, picture: null, timezone: 'UTC+5:30', pods: ['Kestrel'] },
    tasks,
    turns,
    reviews: 0,
    goal,
    ...progressOf({ tasks, turns }, goal),
    ...part,
  };
}

/** The week of a pod of project 1, with a target of 10 tasks and 50 turns a day. */
export function podWeek(
  members: readonly MemberProgress[],
  part: Partial<WeeklyProgress> = {},
): WeeklyProgress {
  return {
    project_id: 1,
    epoch: '',
    revision: 1,
    pod_name: 'Kestrel',
    week_start: '2026-01-05',
    week_end: '2026-01-11',
    target: TARGET,
    expected: GOAL.expected,
    due: GOAL.due,
    members: [...members],
    ...part,
  };
}

/** What a member of `podMember` did lately; nothing by itself. */
export function memberActivity(name: string, part: Partial<MemberActivity> = {}): MemberActivity {
  return {
    email: emailOf(name),
    ...{ reviews_today: 0, reviews_week: 0, claimed: 0, last_active_at: null },
    ...{ sent_back_today: 0, sent_back_week: 0 },
    sent_back: { count: 0, of: 0, percent: 0, low: 0, high: 100 },
    ...part,
  };
}

/** The activity of the pod of `podWeek`, as its first member sees it. */
export function podActivity(
  members: readonly MemberActivity[],
  part: Partial<PodActivity> = {},
): PodActivity {
  return {
    ...{ project_id: 1, pod_name: 'Kestrel', epoch: '', revision: 1 },
    ...{ today: '2026-01-06', week_start: '2026-01-05', since: '2025-12-10' },
    waiting: { tasks: 0, oldest: null, by_age: [0, 0, 0] },
    stuck: { tasks: 0, oldest: null },
    me: members[0] ?? memberActivity('Zoe'),
    members: [...members],
    ...part,
  };
}

function emailOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@example.com`;
}
