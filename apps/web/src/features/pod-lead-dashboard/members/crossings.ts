import type { MemberProgress, WeeklyProgress } from '@portal/contracts/live';
import type { Level } from '../../../entities/pods/level';
import { nameOf } from './order';

/** A user whose level changed. */
export interface Crossing {
  readonly email: string;
  readonly name: string;
  readonly level: Level;
}

/**
 * The users whose level changed between two states because of their work. Another week, day, pod or
 * target is not a crossing.
 */
export function crossingsBetween(before: WeeklyProgress, after: WeeklyProgress): Crossing[] {
  if (!isComparable(before, after)) return [];
  const levels = new Map(before.members.map(({ email, level }) => [email, level]));
  return after.members.flatMap((member) => crossingOf(member, levels.get(member.email)));
}

function crossingOf(member: MemberProgress, before: Level | null | undefined): Crossing[] {
  const { email, level } = member;
  if (level === null || !before || before === level) return [];
  return [{ email, name: nameOf(member), level }];
}

function isComparable(before: WeeklyProgress, after: WeeklyProgress): boolean {
  return (
    before.pod_name === after.pod_name &&
    before.week_start === after.week_start &&
    before.target?.daily_tasks === after.target?.daily_tasks &&
    before.target?.daily_turns === after.target?.daily_turns &&
    before.due?.tasks === after.due?.tasks
  );
}
